"""Arrays by declared types and named axes: what is read, and what is said of what does not fit."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import (
    arrays_of,
    read_dataclass,
    read_named_axes,
    require_finite,
)

WANTED = {
    "loss": Float64[np.ndarray, "run step"],
    "step": Int64[np.ndarray, " step"],
    "size": Int64[np.ndarray, ""],
    "pair": Float64[np.ndarray, "run 2"],
}
GOOD = {
    "loss": np.zeros((3, 4)),
    "step": np.arange(4),
    "size": np.array(5),
    "pair": np.ones((3, 2)),
    "other": np.zeros(1),
}


def written(folder: Path, **changes: np.ndarray) -> Path:
    path = folder / "arrays.npz"
    path.write_bytes(encode(path, GOOD | changes))
    return path


def test_what_fits_is_returned_by_name_and_nothing_else(tmp_path: Path) -> None:
    found = read_named_axes(written(tmp_path), WANTED)
    assert list(found) == list(WANTED)
    assert all((found[name] == GOOD[name]).all() for name in WANTED)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"loss": np.zeros((3, 4), dtype=np.float32)}, "needed is float64 .run, step., not empty"),
        ({"loss": np.zeros(3)}, r"shape \(3,\)"),
        ({"step": np.arange(0)}, "not empty"),
        ({"step": np.arange(5)}, "step has 5 entries along step; loss has 4"),
        ({"pair": np.ones((3, 3))}, "pair has 3 entries along 2; needed has 2"),
        ({"size": np.arange(1)}, r"size is int64 of shape \(1,\)"),
    ],
)
def test_what_does_not_fit_is_named(
    tmp_path: Path, changes: dict[str, np.ndarray], words: str
) -> None:
    with pytest.raises(ArtifactError, match=words):
        read_named_axes(written(tmp_path, **changes), WANTED)


def test_only_optional_arrays_may_be_missing(tmp_path: Path) -> None:
    wanted = WANTED | {"shares": Float64[np.ndarray, " run"]}
    with pytest.raises(ArtifactError, match="'shares' is missing"):
        read_named_axes(written(tmp_path), wanted)
    assert "shares" not in read_named_axes(written(tmp_path), wanted, optional=["shares"])


def test_values_that_are_not_finite_are_named(tmp_path: Path) -> None:
    found = read_named_axes(written(tmp_path, loss=np.full((3, 4), np.inf)), WANTED)
    require_finite(tmp_path, found, "step")
    with pytest.raises(ArtifactError, match="'loss' holds values that are not finite"):
        require_finite(tmp_path, found)


@dataclass(frozen=True)
class Losses:
    """A schema: what a file must hold."""

    loss: Float64[np.ndarray, "run step"]
    size: int
    absent: Float64[np.ndarray, " run"] | None = None

    def __post_init__(self) -> None:
        if (self.loss < 0).any():
            raise ValueError("A loss is negative.")


def test_a_dataclass_is_its_own_reader(tmp_path: Path) -> None:
    found = read_dataclass(written(tmp_path), Losses)
    assert (found.loss == GOOD["loss"]).all()
    assert found.size == 5
    assert isinstance(found.size, int)
    assert found.absent is None
    assert list(arrays_of(found)) == ["loss", "size"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"loss": np.zeros(3)},
            r"loss is float64 of shape \(3,\); needed is float64 \[run, step\]",
        ),
        ({"size": np.zeros(2, dtype=np.int64)}, "size is int64 of shape"),
        ({"loss": np.full((3, 4), -1.0)}, "A loss is negative"),
    ],
)
def test_a_file_that_does_not_fit_the_dataclass_is_refused(
    tmp_path: Path, changes: dict[str, np.ndarray], problem: str
) -> None:
    with pytest.raises(ArtifactError, match=problem):
        read_dataclass(written(tmp_path, **changes), Losses)
