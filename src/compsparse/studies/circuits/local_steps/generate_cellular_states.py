"""Step ``generate``: grids in which all states are equally likely."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.cellular.stored import States
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    rows: int,
    columns: int,
    training_grids: int,
    test_grids: int,
    runs: int,
) -> Outputs:
    """Draw the training and test grids of each run: ``data``, as ``stored.States``."""

    def drawn(role: str, grids: int) -> np.ndarray:
        # a generator per run: more runs change no earlier draw
        randoms = [generator(root_seed, *seed_names, role, run) for run in range(runs)]
        shape = (grids, rows, columns)
        draws = [random.integers(2, size=shape, dtype=np.uint8) for random in randoms]
        return np.stack(draws).astype(bool)

    states = States(drawn("training", training_grids), drawn("test", test_grids))
    return {"data": states.arrays()}
