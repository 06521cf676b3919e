"""How often the offline judge is right on edits of known meaning, without and with symmetry.

In each draw the threshold is chosen on one half of the edits, and accuracies are those on the other
(``judging.calibration``). A draw of all edits is the unit of intervals.
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
from workflow_engine.seeds import generator

WITHOUT, WITH = "without symmetry", "with symmetry"


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per judge, draw and edit, and accuracies per draw.

    Params: targets, names in the order of the file; permutations of the meanings in each draw.
    """
    draws = read_edits(stats.single(inputs, "edits"), params["targets"])
    found = [calibrated(edits) for edits in draws]
    rows = [row for number, one in enumerate(found) for row in _rows(number, one)]
    place = (params["root_seed"], "regime", "judge_calibration", "permuted")
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "permuted_accuracy": _share(
            _permuted(edits, params["permutations"], generator(*place, number))
            for number, edits in enumerate(draws)
        ),
        **_made(draws),
        **_accuracies("", [one.headline for one in found]),
    }
    with_symmetry = [one.with_symmetry for one in found if one.with_symmetry is not None]
    if with_symmetry:
        statistics |= _accuracies("_with_symmetry", with_symmetry)
    return stats.Evaluation(pd.DataFrame(rows), statistics)


def _rows(number: int, found: Calibration) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for judge, threshold in ((WITHOUT, found.headline), (WITH, found.with_symmetry)):
        if threshold is None:
            continue
        for edit in found.rows:
            if judge == WITH and not edit.symmetric:
                continue
            rows.append(
                {
                    "judge": judge,
                    "run": number,
                    "target": edit.target,
                    "edit": edit.edit,
                    "meaningful": edit.meaningful,
                    "repeat": edit.repeat,
                    "tested": edit.half == 1,
                    "effect": edit.effect,
                    "score": edit.score if judge == WITHOUT else edit.score_with_symmetry,
                    "threshold": threshold.value,
                }
            )
    return rows


def _accuracies(suffix: str, thresholds: Sequence[Threshold]) -> dict[str, stats.MeanOf]:
    # a kind that no target allows has no accuracy
    weakest = (float(np.nanmin(list(one.accuracy_of_edits.values()))) for one in thresholds)
    return {
        f"balanced_accuracy{suffix}": _share(one.balanced_accuracy for one in thresholds),
        f"weakest_accuracy{suffix}": _share(weakest),
    }


def _made(draws: Sequence[Sequence[JudgedEdit]]) -> dict[str, stats.Interval]:
    """Return the share of wanted edits that have the effect, and how far an effect is off.

    A mirrored pair is not wanted of a target in which no draw finds one.
    """
    every = pd.DataFrame([vars(edit) for edits in draws for edit in edits])
    every["made"] = np.isfinite(every["score"])
    possible = every.groupby(["target", "edit"])["made"].transform("any")
    wanted = every[possible | (every["edit"] != "mirrored pair changed")]
    missed = (every["effect"] / EFFECT - 1).abs().max()
    return {
        "made": stats.exact(float(wanted["made"].mean()), len(wanted)),
        "missed_effect": stats.exact(float(missed), int(every["made"].sum())),
    }


def _permuted(edits: Sequence[JudgedEdit], number: int, random: np.random.Generator) -> float:
    """Return the mean balanced accuracy where meanings are dealt out at random."""
    made = [edit for edit in edits if np.isfinite(edit.score)]
    meanings = np.array([edit.meaningful for edit in made])
    accuracies = []
    for _ in range(number):
        dealt = random.permutation(meanings).tolist()
        permuted = [replace(edit, meaningful=new) for edit, new in zip(made, dealt, strict=True)]
        accuracies.append(calibrated(permuted).headline.balanced_accuracy)
    return float(np.mean(accuracies))


def _share(values: Iterable[float]) -> stats.MeanOf:
    return stats.MeanOf(np.array(list(values)), stats.SHARE)
