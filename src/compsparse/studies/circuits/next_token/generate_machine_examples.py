"""Step ``generate``: the program of a Turing machine's circuit, with training and test inputs.

Document 000, slide after Theorem 4: supervision of the partial states, step by step, is enough.
"""

from compsparse.studies.circuits.machine_circuits.pipeline import pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.next_token.examples import Draws, examples_in_world
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(
    inputs: Inputs,
    world: StepWorld,
    *,
    machine: str,
    length: int,
    runs: int,
    training: int,
    held_out: int | None,
) -> Outputs:
    """Return ``data``, as ``Examples``; runs, training and held_out as in ``Draws``."""
    if machine not in PROGRAMS:
        raise ValueError(f"machine is {machine!r}; allowed: {', '.join(PROGRAMS)}.")
    circuit = pipeline(PROGRAMS[machine], length).bounded
    draws = Draws(runs, training, held_out)
    return {"data": examples_in_world(circuit, draws, world).arrays()}
