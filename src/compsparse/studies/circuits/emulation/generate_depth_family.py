"""Step ``generate``: circuits of one family, deeper and deeper."""

from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return a circuit ``n<bits>-bounded`` for each of ``bits``, of the ``family``."""
    family = FAMILIES[params["family"]]
    built = {f"n{bits}-bounded": family(bits) for bits in params["bits"]}
    circuits = {name: circuit_in_world(circuit, params, name) for name, circuit in built.items()}
    return {"data": circuit_arrays(circuits)}
