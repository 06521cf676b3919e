"""Step ``generate``: circuits of one family, deeper and deeper."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.emulation.families import FAMILIES


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return a circuit ``n<bits>-bounded`` for each number of bits.

    Params: root_seed and seed_names, unused: nothing is drawn; family; bits, a list.

    Raises:
        ValueError: too few bits.
    """
    family = FAMILIES[params["family"]]
    return {"data": circuit_arrays({f"n{bits}-bounded": family(bits) for bits in params["bits"]})}
