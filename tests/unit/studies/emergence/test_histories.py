"""What histories must be to be read."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.emergence.histories import read_history, require_finite

RUNS = {"aligned": ("run", "direction")}


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A history with all that can be wrong with one."""
    path = tmp_path / "history.npz"
    np.savez(
        path,
        aligned=np.ones((2, 3)),
        loss=np.array([1.0, np.nan]),
        single=np.ones((2, 3), dtype=np.float32),
        empty=np.ones((0, 3)),
        more=np.ones((2, 4)),
    )
    return path


def test_only_what_is_asked_for_is_returned_and_checked(history: Path) -> None:
    assert set(read_history(history, RUNS)) == {"aligned"}


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ({"stray": ("run",)}, "'stray' is missing"),
        ({"loss": ("run", "time")}, r"loss is float64 of shape \(2,\); .*\[run, time\]"),
        ({"single": ("run", "direction")}, "single is float32"),
        ({"empty": ("run", "direction")}, r"empty is float64 of shape \(0, 3\)"),
        ({"more": ("run", "direction")}, "more has 4 entries along direction; others have 3"),
    ],
)
def test_what_does_not_fit_is_refused(
    history: Path, axes: dict[str, tuple[str, ...]], message: str
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_history(history, RUNS | axes)


def test_values_that_are_not_finite_are_refused_where_asked(history: Path) -> None:
    arrays = read_history(history, {**RUNS, "loss": ("run",)})
    require_finite(history, arrays, ["aligned"])
    with pytest.raises(ArtifactError, match="'loss' holds values that are not finite"):
        require_finite(history, arrays, ["aligned", "loss"])
