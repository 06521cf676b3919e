"""Step ``generate``: the program of a task, with training and test inputs."""

from collections.abc import Sequence

from compsparse.studies.circuits.next_token.drawn_examples import Draws, drawn_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from compsparse.studies.circuits.worlds.step_world import StepWorld
from compsparse.studies.circuits.worlds.tokens import program_in_world
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    task: str,
    bits: int,
    runs: int,
    training: int,
    held_out: int | None,
    world: World = NONE,
) -> Outputs:
    """Return ``data``, as ``Examples``; runs, training and held_out as in ``Draws``."""
    step_world = StepWorld(world, root_seed, seed_names)
    circuit = circuit_in_world(circuit_of(task, bits), step_world, "task")
    program = program_in_world(program_of(circuit), step_world)
    examples = drawn_examples(program, Draws(runs, training, held_out), step_world)
    return {"data": examples.arrays()}
