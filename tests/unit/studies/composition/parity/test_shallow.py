"""One hidden layer that is a parity."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from compsparse.studies.composition.parity import (
    evaluate_shallow_parity,
    generate_shallow,
    render_shallow_parity,
)
from compsparse.studies.composition.parity.generate_shallow import parity_network
from compsparse.studies.composition.parity.plan import Written
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode


def test_three_bits_by_hand() -> None:
    bits = np.array([[0, 0, 0, 1], [1, 0, 0, 0], [1, 0, 1, 1], [1, 1, 1, 0]], dtype=np.float64)
    network = parity_network(3, 4)
    np.testing.assert_array_equal(network(bits), [1, -1, 1, -1])
    assert len(network.out) == 3


def evaluated(path: Path, *, spoiled: bool = False) -> dict[str, object]:
    made = generate_shallow.run({}, degrees=[2, 5], idle=1)["data"]
    assert isinstance(made, dict)
    if spoiled:
        made["output"][7] += 0.5
    path.write_bytes(encode(path, made))
    return evaluate_shallow_parity.run({"outputs": path}, root_seed=0)


def test_all_bits_are_right_and_a_wrong_one_is_seen(tmp_path: Path) -> None:
    for spoiled, error in ((False, 0.0), (True, 0.5)):
        metrics = evaluated(tmp_path / "data.npz", spoiled=spoiled)["metrics"]
        assert isinstance(metrics, dict)
        measured = metrics["composition_shallow_parity"]
        assert measured["error"]["value"] == error
        assert measured["units_over_degree"]["value"] == 1


def test_the_figure_is_that_of_the_largest_degree(tmp_path: Path) -> None:
    table = evaluated(tmp_path / "data.npz")["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_shallow_parity.run, table, tmp_path)
    require_legible(figure)
    for line in figure.axes[0].lines:
        np.testing.assert_array_equal(line.get_ydata(), [1, -1, 1, -1, 1, -1])


def test_too_many_bits_are_refused() -> None:
    with pytest.raises(ValidationError, match="at most 16 bits"):
        Written(degrees=[2, 15], idle=3)
