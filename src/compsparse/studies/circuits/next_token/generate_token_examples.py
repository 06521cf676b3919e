"""Step ``generate``: the program of a task, with training and test inputs."""

from compsparse.studies.circuits.next_token.examples import Draws, examples_in_world
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(
    inputs: Inputs,
    world: StepWorld,
    *,
    task: str,
    bits: int,
    runs: int,
    training: int,
    held_out: int | None,
) -> Outputs:
    """Return ``data``, as ``Examples``; runs, training and held_out as in ``Draws``."""
    draws = Draws(runs, training, held_out)
    return {"data": examples_in_world(circuit_of(task, bits), draws, world).arrays()}
