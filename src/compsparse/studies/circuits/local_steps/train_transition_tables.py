"""Step ``train``: learn one step of a rule, and one step back (document 000, Figure 10.2)."""

import numpy as np

from compsparse.studies.circuits.local_steps.cellular import (
    rules,
    stored,
    table_learner,
    transition,
    windows,
)
from compsparse.studies.circuits.worlds import steps
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Learn tables from the first sites of each run's training grids, in both directions."""
    dynamics, sizes = rules.rule(params["rule"]), list(params["sizes"])
    tables, first = [], []
    for before in stored.read_states(single(inputs, "states")).training:
        after = dynamics.step(steps.read_cells(before, params), 0)
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
