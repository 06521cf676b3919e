"""Step ``train``: learn one step of a rule, and one step back (document 000, Figure 10.2)."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.cellular import (
    block_rule,
    stored,
    table_learner,
    transition,
)
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.steps import Inputs, Outputs, single


@InWorlds
def run(inputs: Inputs, world: StepWorld, *, rule: str, sizes: Sequence[int]) -> Outputs:
    """Learn tables from the first sites of each run's training grids, in both directions.

    Args:
        sizes: numbers of training sites.
    """
    dynamics = block_rule.rule(rule)
    tables, first = [], []
    for before in stored.read_states(single(inputs, "states")).training:
        after = dynamics.step(steps.grids_in_world(before, world), 0)
        for direction in transition.DIRECTIONS:
            given, asked = transition.given_and_asked(before, after, direction)
            codes = transition.window_codes(given, 0).ravel()
            tables.append(
                table_learner.learned_tables(codes, asked.ravel(), sizes, transition.PATTERNS)
            )
            first.append(table_learner.first_seen(codes, transition.PATTERNS))
    shape = (-1, len(transition.DIRECTIONS))
    answers = np.reshape(tables, (*shape, len(sizes), transition.PATTERNS))
    learned = stored.Learned(
        np.array(sizes),
        np.packbits(answers, axis=-1),
        np.reshape(first, (*shape, transition.PATTERNS)).astype(np.int32),
    )
    return {"model": arrays_of(learned)}
