import numpy as np
import pytest

from compsparse.studies.emergence.staircase.flow_history import read_flow_history
from tests.unit.studies.emergence.staircase.conftest import WriteHistory
from workflow_engine.artifacts.errors import ArtifactError

TIMES = np.array([[1.0, 2.0, 4.0], [2.0, 3.0, np.nan]])


def test_a_history_is_read(write_history: WriteHistory) -> None:
    runs = read_flow_history(write_history(TIMES))
    np.testing.assert_array_equal(runs.aligned, TIMES)
    assert runs.loss.shape == (2, 2000)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"alignment": None}, "'alignment' is missing"),
        ({"start": np.zeros((2, 3), dtype=np.float32)}, "start is float32"),
        ({"start": np.zeros(3)}, "start is float64 of shape \\(3,\\)"),
        ({"start": np.zeros((2, 4))}, "start has 4 entries along direction; alignment has 3"),
        ({"time": np.array([])}, "not empty"),
        ({"loss": np.full((2, 2000), np.nan)}, "loss is not positive and finite"),
        ({"loss": np.zeros((2, 2000))}, "loss is not positive and finite"),
    ],
)
def test_something_else_is_refused(
    write_history: WriteHistory, changes: dict[str, np.ndarray | None], message: str
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_flow_history(write_history(TIMES, **changes))
