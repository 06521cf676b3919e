"""Planted scores at the predicted depth and to either side."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.prediction.evaluate_outside_targets import OffsetCell, run
from tests.unit.studies.regime.methods.planted import null, write_references, write_scores
from tests.unit.studies.regime.targets.test_predicted_depth import ARTIFACTS

SP = "unit_merging"
COMPLEXITIES = {"car": 0.1, "cat": 0.2024}  # on the line -55.5 and 4.94 layers
DEPTHS = {"car": 4, "cat": 5}
# excess over dense networks of the same error at the three depths
EXCESS = {"car": (0.1, 0.4, 0.2), "cat": (0.3, 0.1, 0.3)}
ERRORS = (0.1, 0.001, 0.01)  # the middle depth fits best
BEFORE = {"car": 0.05, "cat": -0.02}  # by so much pruning raises the excess
PEAKS = {"car": 0.25, "cat": -0.2}  # of the excess


def evaluated(
    folder: Path, *, nulls: bool, beyond: str = "", depths: dict[str, int] = DEPTHS
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Evaluate two seeds; no null reaches the error of ``beyond`` at the middle depth."""
    known = pd.DataFrame(COMPLEXITIES.items(), columns=["target", "complexity"])
    known.to_csv(folder / "targets.csv", index=False)
    inputs: dict[str, list[Path]] = {"scores": []}
    if nulls:
        inputs["references"] = []
    labels: dict[str, list[OffsetCell]] = {name: [] for name in inputs}
    for target, depth in DEPTHS.items():
        for place, (excess, error) in enumerate(zip(EXCESS[target], ERRORS, strict=True)):
            offset = 2 * (place - 1)
            errors = [1e-9 if target == beyond and not offset else error, error]
            for kind, stages, less in (("dense", [0], BEFORE[target]), (SP, [1, 2], 0.0)):
                above = dict.fromkeys(("score", "score_with_symmetry"), excess - less)
                above["alignment"] = np.nan
                path = folder / f"{target}_{offset}_{kind}.npz"
                runs, stage = np.tile([0, 1], len(stages)).tolist(), np.repeat(stages, 2)
                write_scores(path, runs, stage.tolist(), runs, errors * len(stages), above)
                inputs["scores"].append(path)
                labels["scores"].append(OffsetCell(depth + offset, kind, offset, target))
            for kind, path in write_references(folder).items() if nulls else ():
                inputs["references"].append(path)
                labels["references"].append(OffsetCell(depth + offset, kind, offset, target))
    heuristic: dict[str, Any] = {"artifacts": ARTIFACTS, "shallowest": 4, "deepest": 16}
    outputs = run(
        {"complexities": folder / "targets.csv", **inputs},
        root_seed=0,
        depths=depths,
        **heuristic,
        **labels,
    )
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_outside_targets"]


def test_scores_without_nulls_follow_the_error(tmp_path: Path) -> None:
    table, metrics = evaluated(tmp_path, nulls=False)
    assert set(metrics) == {f"peak_score_{SP}"}
    fits = null(np.array(ERRORS))
    better = float(fits[1] - (fits[0] + fits[2]) / 2)  # the middle depth scores less for its fit
    assert metrics[f"peak_score_{SP}"]["samples"] == pytest.approx(
        [peak + better for peak in PEAKS.values()]
    )
    # dense networks, and pruned ones after the last round
    assert table.groupby("kind")["stage"].agg(["min", "max", "size"]).to_dict("index") == {
        "dense": {"min": 0, "max": 0, "size": 12},
        SP: {"min": 2, "max": 2, "size": 12},
    }
    assert table["excess_score"].isna().all()


def test_excess_is_freed_of_the_error(tmp_path: Path) -> None:
    _, metrics = evaluated(tmp_path, nulls=True)
    peaks = metrics[f"peak_excess_score_{SP}"]
    assert peaks["samples"] == pytest.approx(list(PEAKS.values()))
    assert metrics[f"excess_{SP}"]["samples"] == pytest.approx(list(BEFORE.values()))


def test_a_target_with_an_error_that_no_dense_network_has_is_left_out(tmp_path: Path) -> None:
    _, metrics = evaluated(tmp_path, nulls=True, beyond="car")
    assert metrics[f"peak_excess_score_{SP}"]["samples"] == pytest.approx([PEAKS["cat"]])
    assert metrics[f"peak_score_{SP}"]["n"] == 2


def test_a_depth_that_the_picture_does_not_predict_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cat has 6.* Write cat: 5"):
        evaluated(tmp_path, nulls=False, depths={"car": 4, "cat": 6})
