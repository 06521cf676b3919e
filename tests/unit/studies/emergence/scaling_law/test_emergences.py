"""Reading emergence times from the histories of both trainings."""

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law.emergences import read_flow, read_sgd
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, flow
from workflow_engine.artifacts.errors import ArtifactError


def sgd_arrays() -> dict[str, np.ndarray]:
    step = np.array([1, 10, 100, 1000])
    aligned = np.array([[5.0, 50.0], [5.0, np.nan], [1.0, 50.0], [5.0, 50.0]])
    loss = np.tile([1.0, 0.9, 0.5, 0.1], (4, 1))
    loss[3, 2:] = np.nan
    return {"step": step, "aligned": aligned, "loss": loss, "failed": np.array([-1, -1, -1, 100])}


def test_sgd_is_read_in_the_time_of_the_flow(write_arrays: WriteArrays) -> None:
    runs = read_sgd(write_arrays(**sgd_arrays()), 0.01)
    np.testing.assert_allclose(runs.time, [0.01, 0.1, 1, 10])
    np.testing.assert_allclose(runs.emergence[0], [0.05, 0.5])


def test_runs_that_miss_a_direction_or_have_it_from_the_start_or_fail_are_not_complete(
    write_arrays: WriteArrays,
) -> None:
    runs = read_sgd(write_arrays(**sgd_arrays()), 0.01)
    assert runs.complete.tolist() == [True, False, False, False]


def test_every_flow_that_learns_all_is_complete(write_arrays: WriteArrays) -> None:
    arrays = flow(1.0, 4, 3)
    arrays["aligned"][1, 3] = np.nan
    assert read_flow(write_arrays(**arrays)).complete.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"time": np.arange(4000.0)}, "Times must be positive"),
        ({"time": np.ones(4000)}, "Times must be positive and rise"),
        ({"loss": np.ones((2, 4000))}, "aligned has 3 entries along run; loss has 2"),
        ({"loss": np.full((3, 4000), np.nan)}, "is not finite"),
    ],
)
def test_what_is_no_history_is_refused(
    write_arrays: WriteArrays, change: dict[str, np.ndarray], message: str
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_flow(write_arrays(**flow(1.0, 4, 3) | change))


def test_a_missing_array_is_named(write_arrays: WriteArrays) -> None:
    arrays = sgd_arrays()
    del arrays["failed"]
    with pytest.raises(ArtifactError, match="'failed' is missing"):
        read_sgd(write_arrays(**arrays), 0.01)
