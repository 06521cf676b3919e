"""Step ``generate``: the program of a Turing machine's circuit, with training and test inputs.

Document 000, slide after Theorem 4: supervision of the partial states, step by step, is enough.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.machine_circuits.pipeline import pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.next_token.drawn_examples import Draws, drawn_examples
from compsparse.studies.circuits.next_token.program import program_of
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
    machine: str,
    length: int,
    runs: int,
    training: int,
    held_out: int | None,
    world: World = NONE,
) -> Outputs:
    """Return ``data``, as ``Examples``; runs, training and held_out as in ``Draws``."""
    if machine not in PROGRAMS:
        raise ValueError(f"machine is {machine!r}; allowed: {', '.join(PROGRAMS)}.")
    step_world = StepWorld(world, root_seed, seed_names)
    circuit = circuit_in_world(pipeline(PROGRAMS[machine], length).bounded, step_world, "task")
    program = program_in_world(program_of(circuit), step_world)
    examples = drawn_examples(program, Draws(runs, training, held_out), step_world)
    return {"data": examples.arrays()}
