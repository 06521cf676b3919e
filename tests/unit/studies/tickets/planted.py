"""Files whose numbers are known, for students and their tickets."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.unit.studies.step_files import arrays as arrays
from tests.unit.studies.step_files import ran as ran
from tests.unit.studies.step_files import stored as stored

SEEDS: dict[str, Any] = {"root_seed": 987, "seed_names": ["tickets", "test", "cell"]}
DATA: dict[str, Any] = {
    "variables": 8,
    "learned": 256,
    "choosing": 64,
    "judged": 64,
    "runs": 3,
    "spread": 1.0,
}
TRAINING: dict[str, Any] = {
    "width": 8,
    "rate": 0.02,
    "steps": 40,
    "batch": 32,
    "penalty": 0.0001,
}
ROUNDS: dict[str, Any] = {
    "bend": 0.35,
    "share_above": 0.3,
    "share_below": 0.1,
    "smallest": 0.1,
}
PAIRS: dict[str, Any] = {"kind": "relu", "arity": 2, "constituents": 3}


def rounds_file(path: Path, kept: Sequence[int], *, units: int = 2, width: int = 8) -> Path:
    """Write rounds in which the score falls to nothing right below a number of weights, by run.

    Scores on the examples that judge say otherwise: whoever chooses by them is found.
    """
    counts = np.array([64, 45, 32, 16, 8, 4, 2])
    d = 64 // width
    choosing = np.where(counts >= np.array(kept)[:, None], 1.0, -1e9)
    ticket = np.zeros((len(kept), width, d), np.bool_)
    for run, number in enumerate(kept):
        ticket[run, :units].reshape(units, -1)[:, : max(1, number // units)] = True
    return stored(
        path,
        {
            "counts": counts,
            "learned": np.ones_like(choosing),
            "choosing": choosing,
            "judged": np.ones_like(choosing),
            "whole": np.array(64),
            "ticket": ticket,
            "found": np.array([number < 64 for number in kept]),
        },
    )
