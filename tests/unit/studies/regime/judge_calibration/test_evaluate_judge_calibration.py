"""Accuracies of planted judges."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.judge_calibration.evaluate_judge_calibration import (
    WITH,
    WITHOUT,
    run,
)
from compsparse.studies.regime.judge_calibration.stored import KINDS
from tests.unit.studies.regime.judge_calibration.planted import (
    REPEATS,
    TARGETS,
    Score,
    blind_to_windows,
    good,
    noise_score,
    planted,
    write_edits,
)


def evaluated(
    folder: Path, score: Score, with_symmetry: Score
) -> tuple[pd.DataFrame, dict[str, Any]]:
    path = write_edits(planted(score, with_symmetry, runs=3), folder)
    outputs = run({"edits": path}, root_seed=0, targets=list(TARGETS), permutations=20)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_judge_calibration"]


def test_each_judge_has_its_own_accuracy(tmp_path: Path) -> None:
    table, metrics = evaluated(tmp_path, blind_to_windows, good)
    # all meaningful edits right, and 4 of 5 kinds of broken ones
    assert metrics["balanced_accuracy"]["value"] == pytest.approx((1 + 4 / 5) / 2)
    assert metrics["weakest_accuracy"]["value"] == 0
    assert metrics["balanced_accuracy_with_symmetry"]["value"] == 1
    assert metrics["weakest_accuracy_with_symmetry"]["value"] == 1
    assert metrics["balanced_accuracy"]["n"] == 3
    # halfway between 0.3 and 0.8, the nearest ones of the half that chooses
    thresholds = table.loc[table["judge"] == WITH, "threshold"].to_list()
    assert thresholds == pytest.approx([0.55] * len(thresholds))


def test_the_table_has_every_edit_and_symmetry_only_where_there_is_some(tmp_path: Path) -> None:
    table, _ = evaluated(tmp_path, good, noise_score)
    counts = table.groupby(["judge", "target"]).size().to_dict()
    rows = 3 * len(KINDS) * REPEATS
    assert counts == {
        (WITHOUT, TARGETS[0]): rows,
        (WITHOUT, TARGETS[1]): rows,
        (WITH, TARGETS[1]): rows,
    }
    row = table[(table["judge"] == WITH) & (table["edit"] == "noise") & (table["repeat"] == 3)]
    assert row["score"].tolist() == [noise_score("noise", 3)] * 3
    assert row["tested"].all()


def test_what_was_not_made_is_counted_unless_impossible(tmp_path: Path) -> None:
    _, metrics = evaluated(tmp_path, good, good)
    assert (metrics["made"]["value"], metrics["made"]["n"]) == (
        1.0,
        3 * REPEATS * (2 * len(KINDS) - 1),
    )
    assert metrics["missed_effect"]["value"] == pytest.approx(0.1)

    def no_noise(kind: str, repeat: int) -> float:
        return float("nan") if (kind, repeat) == ("noise", 2) else good(kind, repeat)

    _, metrics = evaluated(tmp_path, no_noise, no_noise)
    assert metrics["made"]["value"] == pytest.approx(1 - 2 / (REPEATS * (2 * len(KINDS) - 1)))


def test_permuted_meanings_are_guessed(tmp_path: Path) -> None:
    _, metrics = evaluated(tmp_path, good, good)
    assert metrics["permuted_accuracy"]["value"] == pytest.approx(0.5, abs=0.08)
    assert len(np.unique(metrics["permuted_accuracy"]["samples"])) == 3  # each draw its own deals
