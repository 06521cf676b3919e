"""Step ``generate``: one time step of a physical system as circuits, at several precisions."""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from compsparse.studies.circuits.worlds.step_world import StepWorld
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    system: str,
    fractions: Sequence[int],
    world: World = NONE,
) -> Outputs:
    """Return a circuit ``w<fraction>`` for each number of places behind the binary point."""
    built = {f"w{fraction}": SYSTEMS[system].step(fraction) for fraction in fractions}
    circuits = circuits_in_world(built, StepWorld(world, root_seed, seed_names))
    return {"data": circuit_arrays(circuits)}
