"""The kernel by hand, regressions, and equal numbers of configurations."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from compsparse.studies.approximation.learning import generate_examples
from compsparse.studies.approximation.samples import train_kernel
from compsparse.studies.approximation.samples.plan import Learning, networks
from compsparse.studies.approximation.samples.train_kernel import (
    radial,
    regressions,
    square_distances,
)
from tests.unit.studies.approximation.planted import SEEDS, TREE, arrays, ran, stored


def test_the_kernel_is_its_formula() -> None:
    x, y = np.random.default_rng(0).standard_normal((2, 40, 4))
    squares = ((x[:, None] - y) ** 2).sum(axis=-1)
    np.testing.assert_allclose(square_distances(x, y), squares)
    assert (square_distances(x, x) >= 0).all()
    np.testing.assert_allclose(radial(squares, 1.5, 4), np.exp(-squares / (2 * 1.5**2 * 4)))


def test_regression_solves_the_regularised_system() -> None:
    random = np.random.default_rng(1)
    x, y, asked = random.standard_normal((30, 2)), random.standard_normal(30), random.random((5, 2))
    found = regressions(x, y, asked, [0.8, 1.0], 0.01)
    for width, predicted in zip((0.8, 1.0), found, strict=True):
        among, across = (radial(square_distances(points, x), width, 2) for points in (x, asked))
        weights = np.linalg.solve(among + 0.01 * np.eye(30), y)
        np.testing.assert_allclose(predicted, across @ weights, rtol=1e-8)


def test_a_kernel_learns_a_tree_and_chooses_on_its_own_examples(tmp_path: Path) -> None:
    params = {"target": TREE, "variables": 2, "examples": 100, "judged": 50, "runs": 2, **SEEDS}
    path = stored(tmp_path / "x.npz", arrays(ran(generate_examples, {}, params)))
    chosen: dict[str, Any] = {"examples": 100, "widths": [0.5, 1.0], "ridge": 1e-6}
    model = arrays(ran(train_kernel, {"examples": path}, chosen))
    assert model["validation"].shape == model["test"].shape == (2, 2)
    assert (model["test"].min(axis=1) < 0.01).all()
    assert model["parameters"] == 80
    data = np.load(path)
    for run, (x, y) in enumerate(zip(data["inputs"], data["targets"], strict=True)):
        x, y = x.astype(np.float64), y.astype(np.float64)
        for column, width in enumerate(chosen["widths"]):
            (found,) = regressions(x[:80], y[:80], x[80:], [width], 1e-6)
            error = ((found - y[80:]) ** 2).mean()
            np.testing.assert_allclose(model["validation"][run, column], error, rtol=1e-6)
    with pytest.raises(ValueError, match="examples is 101; the data have 100"):
        ran(train_kernel, {"examples": path}, {**chosen, "examples": 101})


def test_all_networks_are_as_large_as_the_tree_network() -> None:
    for variables in (4, 8, 16, 32):
        sizes = {
            name: network.shape(variables).parameters
            for name, network in networks(variables, 16).items()
        }
        assert max(sizes.values()) == sizes["tree"]
        assert min(sizes.values()) > 0.9 * sizes["tree"]


def test_methods_choose_among_equally_many() -> None:
    learning: dict[str, Any] = {
        "rates": [0.1, 0.2, 0.3, 0.4],
        "steps": 5,
        "batch": 4,
        "channels": 2,
        "kernels": {"widths": [1, 2, 3, 4], "ridge": 0.1},
    }
    Learning.model_validate(learning)
    with pytest.raises(ValidationError, match="kernels among 4 widths: not equal"):
        Learning.model_validate({**learning, "rates": [0.1, 0.2, 0.3, 0.4, 0.5]})
    with pytest.raises(ValidationError, match="at least 4"):
        Learning.model_validate({**learning, "rates": [0.1, 0.2]})
