"""Spectra as a step makes them, the bound by the last constituent, and evaluations of them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.approximation.target.constituent import Constituent
from compsparse.studies.approximation.wiring import (
    evaluate_channels,
    evaluate_splits,
    generate_spectra,
)
from compsparse.studies.approximation.wiring.channels import largest_errors
from tests.unit.studies.approximation.planted import (
    GENERIC,
    SEEDS,
    TREE,
    arrays,
    evaluated,
    stored,
)

STEP: dict[str, Any] = {
    "targets": {"tree": TREE, "generic": GENERIC},
    "variables": 4,
    "nodes": 5,
    "rows": None,
    "every_split": True,
    "runs": 2,
    **SEEDS,
}
ERRORS = {"errors": [0.1, 0.01]}


@pytest.fixture(scope="module")
def spectra(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("spectra")
    large = {**STEP, "variables": 8, "nodes": None, "rows": 64, "every_split": False}
    made = {"four": arrays(generate_spectra.run({}, STEP))}
    made["eight"] = arrays(generate_spectra.run({}, large))
    return [stored(folder / f"{name}.npz", of) for name, of in made.items()]


def test_largest_errors_fall_to_nothing_and_bound_every_pair_of_values() -> None:
    errors = largest_errors(Constituent((1.2, 0.9), 0.7, 0.3), 33)
    assert (np.diff(errors[:6]) < 0).all()
    assert errors[-1] < 1e-12
    # x y has one channel beyond its mean's, which takes another one
    product = largest_errors(Constituent((1.0, 1.0), 0.0, 0.0, curve="mean"), 33)
    assert product[2] < 1e-12 < product[1]


def test_right_wiring_takes_few_channels_wrong_wiring_more(spectra: list[Path]) -> None:
    table, values = evaluated(evaluate_channels, {"spectra": spectra}, ERRORS)
    assert set(table["variables"]) == {4, 8}
    assert max(values["right_beyond_bound"]) <= 0
    assert max(values["right_growth"]) <= 0
    assert min(values["wrong_growth"]) > 0
    assert min(values["wrong_over_right"]) > 2
    right = table[(table["target"] == "tree") & (table["wiring"] == "right")]
    assert (right["network"] == (right["variables"] - 1) * right["channels"] ** 3).all()


def test_of_all_splits_the_right_one_takes_fewest(spectra: list[Path]) -> None:
    table, values = evaluated(evaluate_splits, {"spectra": spectra[0]}, ERRORS)
    assert table["split"].nunique() == 3
    right = table[table["right"]]
    assert set(right["split"]) == {"0 1"}
    assert set(right["pairs"]) == {2}
    assert min(values["tree_least_other_over_right"]) > 1


def test_wirings_of_an_additive_target_are_alike() -> None:
    tree = {**TREE, "world": "additive"}
    made = arrays(generate_spectra.run({}, {**STEP, "targets": {"tree": tree, "generic": GENERIC}}))
    for of_wiring in made["beyond"][0]:
        # a sum of two functions takes two channels, and no fewer
        assert (of_wiring[:, 1] > 0.1).all()
        assert (of_wiring[:, 2] < 1e-12).all()
