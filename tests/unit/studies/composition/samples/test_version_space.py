"""The version space holds what agrees with the examples, and ends with the target."""

from itertools import permutations as orders
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from compsparse.studies.composition.samples import (
    evaluate_version_space,
    generate_version_space,
    render_version_space,
)
from compsparse.studies.composition.samples.generate_version_space import VersionSpace
from compsparse.studies.composition.samples.plan import Counted
from compsparse.studies.composition.task.hops import all_hops, permutations
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode

PARAMS = {
    "tasks": [generate_version_space.Size(1, 3), generate_version_space.Size(2, 4)],
    "runs": 5,
    "limit": 4.0,
    **SEEDS,
}


def test_what_is_left_agrees_with_every_example() -> None:
    random = np.random.default_rng(3)
    hidden = permutations(random, 2, symbols=3)
    everything = [np.array(tuples) for tuples in product(orders(range(3)), repeat=2)]
    space = VersionSpace(2, 3)
    assert space.size == 36
    for _ in range(20):
        read, start = permutations(random, 2, symbols=3), int(random.integers(3))
        answer = all_hops(read, hidden)[-1][0, start]
        space.learn(read, start, int(answer))
        everything = [
            tuples for tuples in everything if all_hops(read, tuples)[-1][0, start] == answer
        ]
        assert space.size == len(everything)
    assert space.size == 1


def counts(**changed: object) -> np.ndarray:
    made = generate_version_space.run({}, **(PARAMS | changed))["data"]
    assert isinstance(made, dict)
    return np.asarray(made["needed"])


def test_true_examples_leave_the_target() -> None:
    found = counts()
    assert found.shape == (2, 5)
    assert found.min() >= 2
    np.testing.assert_array_equal(found, counts(world="identity"))


def test_without_reading_only_the_product_is_known() -> None:
    assert (counts(world="nothing_to_read")[1] == -1).all()


def test_shuffled_answers_leave_no_target() -> None:
    assert (counts(world="shuffled_answers")[1] == -1).all()


def test_counts_are_compared_with_the_product(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    arrays = {
        "folds": np.array([1, 2]),
        "symbols": np.array([4, 3]),
        "needed": np.array([[5, 6, 7], [8, -1, 8]]),
    }
    path.write_bytes(encode(path, arrays))
    made = evaluate_version_space.run({"counts": path}, root_seed=0, limit=4.0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    first, second = 4 * np.log(4), 6 * np.log(3)
    counted = 18 / 3, (16 + np.ceil(4 * second)) / 3
    value = metrics["composition_version_space"]["examples_over_product"]["value"]
    assert value == pytest.approx((counted[0] / first + counted[1] / second) / 2)
    assert int(table["needed"].isna().sum()) == 1
    figure = drawn(render_version_space.run, table, tmp_path)
    require_legible(figure)
    assert any(np.allclose(line.get_xdata(), counted) for line in figure.axes[0].lines)


def test_two_symbols_are_refused() -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 3"):
        Counted(tasks=[{"folds": 2, "symbols": 2}], runs=3, limit=4)
