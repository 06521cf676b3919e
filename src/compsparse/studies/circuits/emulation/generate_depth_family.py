"""Step ``generate``: circuits of one family, deeper and deeper."""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(inputs: Inputs, world: StepWorld, *, family: str, bits: Sequence[int]) -> Outputs:
    """Return a circuit ``n<bits>-bounded`` of the family for each number of bits."""
    built = {f"n{count}-bounded": FAMILIES[family](count) for count in bits}
    circuits = circuits_in_world(built, world)
    return {"data": circuit_arrays(circuits)}
