"""Accuracy of the offline judge on edits of known meaning, without and with symmetry.

In each draw the threshold is chosen on one half of the edits and tested on the other
(``judging.calibration``). The replicate is a draw of all edits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.judge_calibration.stored import read_edits
from compsparse.studies.regime.judging.calibration import (
    Calibration,
    JudgedEdit,
    Threshold,
    calibrated,
)
from compsparse.studies.regime.judging.sweep import EFFECT
from compsparse.studies.regime.known_means import Statistics
from workflow_engine.seeds import generator

WITHOUT, WITH = "without symmetry", "with symmetry"
_COLUMNS = [
    *("judge", "run", "target", "edit", "meaningful", "repeat"),
    *("tested", "effect", "score", "threshold"),
]


@stats.evaluates
def run(
    inputs: stats.Inputs, *, root_seed: int, targets: Sequence[str], permutations: int
) -> stats.Evaluation:
    """Return a row per judge, draw and edit, and accuracies per draw.

    Args:
        targets: names in the order of the file.
        permutations: of the meanings in each draw.
    """
    draws = read_edits(stats.single(inputs, "edits"), targets)
    found = [calibrated(edits) for edits in draws]
    table = pd.concat([_rows(*numbered) for numbered in enumerate(found)], ignore_index=True)
    randoms = [
        generator(root_seed, "regime", "judge_calibration", "permuted", number)
        for number in range(len(draws))
    ]
    statistics: Statistics = {
        "permuted_accuracy": _share(
            _permuted(edits, permutations, random)
            for edits, random in zip(draws, randoms, strict=True)
        ),
        **_made(draws),
        **_accuracies("", [calibration.headline for calibration in found]),
    }
    with_symmetry = [
        calibration.with_symmetry for calibration in found if calibration.with_symmetry is not None
    ]
    if with_symmetry:
        statistics |= _accuracies("_with_symmetry", with_symmetry)
    return stats.Evaluation(table, statistics)


def _rows(number: int, found: Calibration) -> pd.DataFrame:
    """Return the edits of a draw for each judge; that with symmetry judges symmetric targets."""
    edits = pd.DataFrame(map(vars, found.rows))
    edits = edits.assign(run=number, tested=[edit.tested for edit in found.rows])
    parts = [edits.assign(judge=WITHOUT, threshold=found.headline.value)]
    if found.with_symmetry is not None:
        chosen = edits[edits["symmetric"]]
        judged = chosen.assign(judge=WITH, score=chosen["score_with_symmetry"])
        parts.append(judged.assign(threshold=found.with_symmetry.value))
    return pd.concat(parts)[_COLUMNS]


def _accuracies(suffix: str, thresholds: Sequence[Threshold]) -> dict[str, stats.MeanOf]:
    # a kind that no target allows has no accuracy
    weakest = (
        float(np.nanmin(list(threshold.accuracy_of_edits.values()))) for threshold in thresholds
    )
    return {
        f"balanced_accuracy{suffix}": _share(
            threshold.balanced_accuracy for threshold in thresholds
        ),
        f"weakest_accuracy{suffix}": _share(weakest),
    }


def _made(draws: Sequence[Sequence[JudgedEdit]]) -> dict[str, stats.Interval]:
    """Return the fraction of requested edits that have the effect, and its largest deviation.

    A mirrored pair is not requested for a target in which no draw finds one.
    """
    table = pd.DataFrame([vars(edit) for edits in draws for edit in edits])
    table["made"] = np.isfinite(table["score"])
    possible = table.groupby(["target", "edit"])["made"].transform("any")
    wanted = table[possible | (table["edit"] != "mirrored pair changed")]
    missed = (table["effect"] / EFFECT - 1).abs().max()
    return {
        "made": stats.exact(float(wanted["made"].mean()), len(wanted)),
        "missed_effect": stats.exact(float(missed), int(table["made"].sum())),
    }


def _permuted(edits: Sequence[JudgedEdit], number: int, random: np.random.Generator) -> float:
    """Return the mean balanced accuracy with randomly permuted meanings."""
    made = [edit for edit in edits if np.isfinite(edit.score)]
    meanings = np.array([edit.meaningful for edit in made])
    accuracies = []
    for _ in range(number):
        drawn = random.permutation(meanings).tolist()
        permuted = [replace(edit, meaningful=new) for edit, new in zip(made, drawn, strict=True)]
        accuracies.append(calibrated(permuted).headline.balanced_accuracy)
    return float(np.mean(accuracies))


def _share(values: Iterable[float]) -> stats.MeanOf:
    return stats.MeanOf(np.array(list(values)), stats.SHARE)
