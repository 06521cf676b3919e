"""Step ``train``: learn one step of a rule, and one step back (document 000, Figure 10.2)."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.cellular import (
    rules,
    stored,
    table_learner,
    transition,
    windows,
)
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.step_world import StepWorld
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    rule: str,
    sizes: Sequence[int],
    world: World = NONE,
) -> Outputs:
    """Learn tables from the first sites of each run's training grids, in both directions.

    Args:
        sizes: numbers of training sites.
    """
    dynamics, step_world = rules.rule(rule), StepWorld(world, root_seed, seed_names)
    tables, first = [], []
    for before in stored.read_states(single(inputs, "states")).training:
        after = dynamics.step(steps.grids_in_world(before, step_world), 0)
        for direction in transition.DIRECTIONS:
            given, asked = transition.given_and_asked(before, after, direction)
            codes = windows.window_codes(given, 0).ravel()
            tables.append(
                table_learner.learned_tables(codes, asked.ravel(), sizes, windows.PATTERNS)
            )
            first.append(table_learner.first_seen(codes, windows.PATTERNS))
    shape = (-1, len(transition.DIRECTIONS))
    learned = stored.Learned(
        np.array(sizes),
        np.reshape(tables, (*shape, len(sizes), windows.PATTERNS)),
        np.reshape(first, (*shape, windows.PATTERNS)).astype(np.int32),
    )
    return {"model": learned.arrays()}
