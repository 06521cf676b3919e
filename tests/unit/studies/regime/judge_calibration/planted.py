"""Judged edits whose scores are planted."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from compsparse.studies.regime.judge_calibration.stored import KINDS, edit_arrays
from compsparse.studies.regime.judging.calibration import JudgedEdit
from compsparse.studies.regime.judging.edits import MEANINGFUL
from compsparse.studies.regime.judging.sweep import EFFECT
from workflow_engine.artifacts.arrays import encode

TARGETS = ("one-sided", "mirrored")  # the second is symmetric
REPEATS = 4
Score = Callable[[str, int], float]


def planted(score: Score, with_symmetry: Score, runs: int) -> list[list[list[JudgedEdit]]]:
    """Return edits of each target and draw; scores are functions of the kind and the repeat.

    The target without symmetry has no mirrored pairs.
    """

    def edit(symmetric: bool, kind: str, repeat: int) -> JudgedEdit:
        missing = kind == "mirrored pair changed" and not symmetric
        nan = float("nan")
        headline = nan if missing else score(kind, repeat)
        return JudgedEdit(
            edit=kind,
            meaningful=kind in MEANINGFUL,
            target=TARGETS[symmetric],
            symmetric=symmetric,
            repeat=repeat,
            effect=nan if missing else EFFECT * (1.1 if repeat == 1 else 1.0),
            score=headline,
            score_with_symmetry=with_symmetry(kind, repeat) if symmetric else headline,
        )

    return [
        [
            [edit(symmetric, kind, repeat) for kind in KINDS for repeat in range(REPEATS)]
            for _ in range(runs)
        ]
        for symmetric in (False, True)
    ]


def write_edits(edits: list[list[list[JudgedEdit]]], folder: Path) -> Path:
    """Write edits and return their file."""
    path = folder / "all.npz"
    path.write_bytes(encode(path, edit_arrays(edits)))
    return path


def good(kind: str, repeat: int) -> float:
    """Return a score that tells all kinds apart: 0.8 and more, or 0.3 and less."""
    return 0.8 + 0.01 * repeat if kind in MEANINGFUL else 0.3 - 0.01 * repeat


def blind_to_windows(kind: str, repeat: int) -> float:
    """Return a good score, but for blanked windows."""
    return 0.85 + 0.001 * repeat if kind == "window blanked" else good(kind, repeat)


def noise_score(kind: str, repeat: int) -> float:
    """Return a score that knows nothing of kinds."""
    return float(np.random.default_rng([KINDS.index(kind), repeat]).uniform())
