"""Step ``train``: learn one step of a rule, and one step back, cell by cell from windows.

Document 000, Figure 10.2: to predict the next state of a computation and to recover the previous
one are both learned from local transitions.
"""

import numpy as np

from compsparse.steps import Inputs, Outputs, Params, single
from compsparse.studies.circuits.local_steps.cellular import table_learner
from compsparse.studies.circuits.local_steps.cellular.rules import rule
from compsparse.studies.circuits.local_steps.cellular.stored import Learned, read_states
from compsparse.studies.circuits.local_steps.cellular.transition import DIRECTIONS, given_and_asked
from compsparse.studies.circuits.local_steps.cellular.windows import PATTERNS, window_codes


def run(inputs: Inputs, params: Params) -> Outputs:
    """Learn tables from the first sites of each run's training grids, in both directions.

    A sample is a site: the window around a cell, and the cell's state one step on or back. Nothing
    is drawn. Returns ``model``, as ``stored.Learned``.
    """
    dynamics, sizes = rule(params["rule"]), list(params["sizes"])
    tables, first = [], []
    for before in read_states(single(inputs, "states")).training:
        after = dynamics.step(before, 0)
        for direction in DIRECTIONS:
            given, asked = given_and_asked(before, after, direction)
            codes = window_codes(given, 0).ravel()
            tables.append(table_learner.learned_tables(codes, asked.ravel(), sizes, PATTERNS))
            first.append(table_learner.first_seen(codes, PATTERNS))
    shape = (-1, len(DIRECTIONS))
    learned = Learned(
        np.array(sizes),
        np.reshape(tables, (*shape, len(sizes), PATTERNS)),
        np.reshape(first, (*shape, PATTERNS)).astype(np.int32),
    )
    return {"model": learned.arrays()}
