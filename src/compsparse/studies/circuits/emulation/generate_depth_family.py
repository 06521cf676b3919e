"""Step ``generate``: circuits of one family, deeper and deeper."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.circuit.stored import circuit_arrays


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return a circuit ``n<bits>-bounded`` for each number of bits.

    Params: family; bits, a list.
    """
    family = FAMILIES[params["family"]]
    return {"data": circuit_arrays({f"n{bits}-bounded": family(bits) for bits in params["bits"]})}
