"""Histories in which so many directions are learned."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.mechanism.evaluate_deflation import run
from workflow_engine.artifacts.errors import ArtifactError

RUNS, DIRECTIONS = 3, 8
WIDTHS = [8, 12, 32]
PARAMS = {"root_seed": 5, "widths": WIDTHS}


def history(folder: Path, name: str, learned: list[int], stray: float = 1e-6) -> Path:
    """The first directions are learned, another number in each run; one stray overlap in all."""
    aligned = np.where(np.arange(DIRECTIONS) < np.array(learned)[:, None], 1.0, np.nan)
    path = folder / f"{name}.npz"
    np.savez(path, aligned=aligned, stray=stray * aligned)
    return path


def winners(folder: Path, foreign: np.ndarray, name: str = "winners") -> Path:
    path = folder / f"{name}.npz"
    np.savez(path, foreign=foreign, foreign_start=np.full_like(foreign, 1e-3))
    return path


def inputs(folder: Path, **changes: Any) -> Any:
    foreign = np.full((RUNS, DIRECTIONS), 0.004)
    foreign[:, :2] = 0.1, np.nan
    return {
        "with_deflation": [
            history(folder, "narrow", [6, 7, 7]),
            history(folder, "enough", [8, 7, 8], stray=1e-4),
            history(folder, "wide", [8, 8, 8]),
        ],
        "without_deflation": [history(folder, f"without_{width}", [2, 3, 4]) for width in WIDTHS],
        "winners": winners(folder, foreign),
    } | changes


def test_counts_and_overlaps_are_read_run_by_run(tmp_path: Path) -> None:
    made: Any = run(inputs(tmp_path), **PARAMS)
    metrics = made["metrics"]["emergence_deflation"]
    assert {metric["n"] for metric in metrics.values()} == {RUNS}
    values = {name: metric["value"] for name, metric in metrics.items()}
    assert values["least_learned_with"] == pytest.approx((1 + 7 / 8 + 1) / 3)  # not the narrow one
    assert values["most_learned_without"] == pytest.approx(3 / 8)
    assert values["stray_overlap"] == pytest.approx(1e-4)
    assert values["median_foreign_overlap"] == pytest.approx(0.004)
    assert values["small_foreign_overlaps"] == pytest.approx(6 / 7)  # 0.1 is not below 0.1
    counts = made["table"][made["table"]["kind"] == "count"]
    assert len(counts) == 2 * len(WIDTHS) * RUNS
    narrow = counts[(counts["law"] == "with_deflation") & (counts["neurons"] == 8)]
    assert narrow["learned"].tolist() == [6, 7, 7]


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="argument 2 is"):
        run(inputs(tmp_path), **(PARAMS | {"widths": [8, 12]}))
    with pytest.raises(ValueError, match=r"No width of \[2, 3, 4\] has 1.5 neurons"):
        run(inputs(tmp_path), **(PARAMS | {"widths": [2, 3, 4]}))


def test_without_winners_their_overlaps_are_not_measured(tmp_path: Path) -> None:
    shares = {"least_learned_with", "most_learned_without"}
    overlaps = {"median_foreign_overlap", "small_foreign_overlaps"}
    none = history(tmp_path, "none", [0, 8, 8])
    paths = inputs(tmp_path)["with_deflation"]
    made: Any = run(inputs(tmp_path, with_deflation=[none, *paths[1:]]), **PARAMS)
    assert set(made["metrics"]["emergence_deflation"]) == shares | overlaps
    never = winners(tmp_path, np.full((RUNS, DIRECTIONS), np.nan), "never")
    made = run(inputs(tmp_path, winners=never), **PARAMS)
    assert set(made["metrics"]["emergence_deflation"]) == shares | {"stray_overlap"}


def test_arrays_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    odd = tmp_path / "odd.npz"
    np.savez(odd, aligned=np.ones((3, 8)), stray=np.ones((3, 7)))
    with pytest.raises(ArtifactError, match="7 entries along direction; aligned has 8"):
        run(inputs(tmp_path, without_deflation=[odd] * 3), **PARAMS)
    np.savez(odd, foreign=np.ones((3, 8)), foreign_start=np.ones((3, 7)))
    with pytest.raises(ArtifactError, match="7 entries along direction; foreign has 8"):
        run(inputs(tmp_path, winners=odd), **PARAMS)
