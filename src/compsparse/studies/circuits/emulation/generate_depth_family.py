"""Step ``generate``: circuits of one family, deeper and deeper."""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from compsparse.studies.circuits.worlds.step_world import StepWorld
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    family: str,
    bits: Sequence[int],
    world: World = NONE,
) -> Outputs:
    """Return a circuit ``n<bits>-bounded`` of the family for each number of bits."""
    built = {f"n{count}-bounded": FAMILIES[family](count) for count in bits}
    circuits = circuits_in_world(built, StepWorld(world, root_seed, seed_names))
    return {"data": circuit_arrays(circuits)}
