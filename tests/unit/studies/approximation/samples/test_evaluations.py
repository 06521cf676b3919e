"""Planted errors of all methods: slopes, growth, ratios, and what chooses."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.approximation.methods import METHODS, METHODS_AT_EVERY_D
from compsparse.studies.approximation.samples import (
    evaluate_learning_curves,
    evaluate_matching,
    evaluate_variables,
)
from tests.unit.studies.approximation.planted import evaluated, model_files

# error = level * (examples / 256)^-power at d = 16, and twice as much for each doubling of d
POWERS = {method: 0.25 * (place + 1) for place, method in enumerate(METHODS)}
RUNS = np.array([1.0, 1.1, 1.2])


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> tuple[pd.DataFrame, dict[str, list[float]]]:
    cells, errors = [], []
    for target in ("tree", "generic"):
        for method, power in POWERS.items():
            for variables, examples in ((8, 512), (16, 256), (16, 512), (16, 1024)):
                cells.append(
                    {
                        "target": target,
                        "variables": variables,
                        "examples": examples,
                        "method": method,
                    }
                )
                level = (examples / 256) ** -power * variables / 16
                errors.append((RUNS * level).tolist())
    folder = tmp_path_factory.mktemp("curves")
    inputs, params = model_files(folder, cells, errors)
    crossing = {"at_variables": 16, "at_examples": 512}
    return evaluated(evaluate_learning_curves, inputs, {**params, **crossing})


def test_slopes_are_those_of_the_numbers_of_examples(
    curves: tuple[pd.DataFrame, dict[str, list[float]]],
) -> None:
    table, values = curves
    assert len(table) == 2 * 7 * 4 * 3
    assert set(table["chosen"]) == {0.02}
    for method, power in POWERS.items():
        np.testing.assert_allclose(values[f"slope_{method}"], [-power] * 3)
        if method != "tree":
            # positive where the tree network falls faster
            gap = POWERS["tree"] - power
            np.testing.assert_allclose(values[f"steeper_than_{method}"], [gap] * 3)


def test_growth_is_that_in_variables_at_one_number_of_examples(
    curves: tuple[pd.DataFrame, dict[str, list[float]]], tmp_path: Path
) -> None:
    path = tmp_path / "curves.csv"
    curves[0].to_csv(path, index=False)
    params = {"at_variables": 16, "at_examples": 512}
    table, values = evaluated(evaluate_variables, {"curves": path}, params)
    assert set(table["examples"]) == {512}
    assert set(table["method"]) == set(METHODS_AT_EVERY_D)
    assert set(table["target"]) == {"tree"}
    np.testing.assert_allclose(values["growth_kernel"], [1.0] * 3)
    np.testing.assert_allclose(values["kernel_grows_faster"], [0.0] * 3, atol=1e-12)


def test_ratios_are_logarithms_where_the_lines_cross(
    curves: tuple[pd.DataFrame, dict[str, list[float]]], tmp_path: Path
) -> None:
    path = tmp_path / "curves.csv"
    curves[0].to_csv(path, index=False)
    params = {"at_variables": 16, "at_examples": 1024}
    _, values = evaluated(evaluate_matching, {"curves": path}, params)
    step = np.log(4)  # from 256 to 1,024

    def ratio(one: str, other: str) -> list[float]:
        return [(POWERS[other] - POWERS[one]) * step] * 3

    np.testing.assert_allclose(values["log_ratio_kernel_over_tree"], ratio("kernel", "tree"))
    of_deep = [
        ratio(method, "shallow")[0] for method in ("dense", "tree", "wrong_tree", "convolution")
    ]
    np.testing.assert_allclose(values["generic_least_log_ratio"], [min(of_deep)] * 3)
