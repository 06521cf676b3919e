"""What validation chose is what counts, whatever the test data say."""

from pathlib import Path

import numpy as np

from compsparse.studies.approximation.learning.choice import chosen_table, split
from tests.unit.studies.approximation.planted import stored


def test_the_last_fifth_of_the_examples_chooses() -> None:
    assert split(200) == (slice(0, 160), slice(160, 200))
    assert split(24) == (slice(0, 20), slice(20, 24))


def test_validation_chooses_and_test_data_judge(tmp_path: Path) -> None:
    path = stored(
        tmp_path / "model.npz",
        {
            "validation": np.array([[0.3, 0.2, 0.4], [0.1, 0.5, 0.6]]),
            "test": np.array([[0.11, 0.22, 0.01], [0.44, 0.02, 0.66]]),
            "configuration": np.array([0.01, 0.1, 1.0]),
            "parameters": np.array(9),
        },
    )
    table = chosen_table([{"method": "tree"}], [path])
    first, second = table.to_dict("records")
    assert first == {
        "method": "tree",
        "run": 0,
        "error": 0.22,
        "chosen": 0.1,
        "at_edge": False,
        "parameters": 9,
    }
    assert second == {**first, "run": 1, "error": 0.44, "chosen": 0.01, "at_edge": True}
