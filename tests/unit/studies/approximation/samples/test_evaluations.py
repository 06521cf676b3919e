"""Planted errors of all methods: slopes, ratios, and what chooses."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.approximation.methods import METHODS
from compsparse.studies.approximation.samples import evaluate_learning_curves, evaluate_matching
from tests.unit.studies.approximation.planted import evaluated, model_files

# error = (examples / 256)^-power
POWERS = {method: 0.25 * (place + 1) for place, method in enumerate(METHODS)}
RUNS = np.array([1.0, 1.1, 1.2])


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> tuple[pd.DataFrame, dict[str, list[float]]]:
    cells, errors = [], []
    for target in ("tree", "generic"):
        for method, power in POWERS.items():
            # one number of examples has no slope
            for examples in (256, 512, 1024) if method != "convolution" else (1024,):
                cells.append({"target": target, "examples": examples, "method": method})
                errors.append((RUNS * (examples / 256) ** -power).tolist())
    folder = tmp_path_factory.mktemp("curves")
    return evaluated(evaluate_learning_curves, *model_files(folder, cells, errors))


def test_slopes_are_those_of_the_numbers_of_examples(
    curves: tuple[pd.DataFrame, dict[str, list[float]]],
) -> None:
    table, values = curves
    assert len(table) == 2 * (5 * 3 + 1) * 3
    assert set(table["chosen"]) == {0.02}
    assert not any("convolution" in name for name in values)
    for method, power in POWERS.items():
        if method == "convolution":
            continue
        np.testing.assert_allclose(values[f"slope_{method}"], [-power] * 3)
        if method != "tree":
            # positive where the tree network falls faster
            gap = POWERS["tree"] - power
            np.testing.assert_allclose(values[f"steeper_than_{method}"], [gap] * 3)


def test_ratios_are_logarithms_at_the_most_examples(
    curves: tuple[pd.DataFrame, dict[str, list[float]]], tmp_path: Path
) -> None:
    path = tmp_path / "curves.csv"
    curves[0].to_csv(path, index=False)
    table, values = evaluated(evaluate_matching, {"curves": path}, {})
    assert set(table["examples"]) == {1024}
    step = np.log(4)  # from 256 to 1,024

    def ratio(one: str, other: str) -> list[float]:
        return [(POWERS[other] - POWERS[one]) * step] * 3

    np.testing.assert_allclose(values["log_ratio_kernel_over_tree"], ratio("kernel", "tree"))
    of_deep = [
        ratio(method, "shallow")[0] for method in ("dense", "tree", "wrong_tree", "convolution")
    ]
    np.testing.assert_allclose(values["generic_least_log_ratio"], [min(of_deep)] * 3)
