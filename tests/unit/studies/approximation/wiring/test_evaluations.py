"""Spectra as a step makes them, the bound by the last constituent, and evaluations of them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.approximation.target.tree import Constituent
from compsparse.studies.approximation.wiring import (
    evaluate_channels,
    evaluate_splits,
    generate_spectra,
)
from compsparse.studies.approximation.wiring.channels import largest_errors, quadrature, spectrum
from tests.unit.studies.approximation.planted import (
    GENERIC,
    SEEDS,
    TREE,
    arrays,
    evaluated,
    ran,
    shared,
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
LAST = Constituent((1.2, 0.9), 0.7, 0.3)


@pytest.fixture(scope="module")
def spectra(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("spectra")
    large = {**STEP, "variables": 8, "nodes": None, "rows": 64, "every_split": False}
    made = {"four": arrays(ran(generate_spectra, {}, STEP))}
    made["eight"] = arrays(ran(generate_spectra, {}, large))
    return [stored(folder / f"{name}.npz", content) for name, content in made.items()]


def test_spectra_are_those_of_the_named_wirings(spectra: list[Path]) -> None:
    made = np.load(spectra[0])
    points, weights = quadrature(5)
    grid = np.stack(np.meshgrid(*[points] * 4, indexing="ij"), axis=-1)
    values = shared(LAST, 4)(grid)
    for place, half in enumerate(((0, 1), (0, 2))):
        wanted = spectrum(values, weights, half)
        np.testing.assert_allclose(made["beyond"][0, place, 0], wanted, atol=1e-12)
    assert made["splits"].tolist() == [[0, 1], [0, 2], [0, 3]]
    np.testing.assert_array_equal(made["of_splits"][:, :2], made["beyond"])
    # random places show the same, roughly
    rows = {"nodes": None, "rows": 256, "every_split": False}
    drawn = arrays(ran(generate_spectra, {}, {**STEP, **rows}))["beyond"][0, :, :, 1]
    np.testing.assert_allclose(drawn, made["beyond"][0, :, :, 1], rtol=0.2)


def test_channels_are_counted_in_planted_spectra(tmp_path: Path) -> None:
    # of the tree, right needs 1 channel at d = 4 and 2 at d = 8, wrong 2 and 4
    left = np.array([1.0, 0.5, 0.05, 0.02, 0.005, 0.0, 0.0])
    less = [np.where(np.arange(7) < needed, left, 0.0) for needed in range(7)]
    files = []
    for variables, needed in ((4, [[1, 2], [3, 4]]), (8, [[2, 4], [4, 4]])):
        beyond = np.array(
            [[[less[channels]] * 2 for channels in by_wiring] for by_wiring in needed]
        )
        content = {
            "variables": np.array(variables),
            "beyond": beyond,
            "variance": np.array([1.0, 4.0]),
            "last": np.array([[0.9, 0.15, 0.05]] * 2),
        }
        files.append(stored(tmp_path / f"{variables}.npz", content))
    table, values = evaluated(evaluate_channels, {"spectra": files}, ERRORS)
    keys = ["variables", "target", "wiring", "run"]
    at_second = table[table["error"] == 0.01].set_index(keys).sort_index()
    assert at_second["channels"].loc[8, "tree", "wrong"].tolist() == [4, 4]
    # squares 0.81, 0.0225 and 0.0025 against 0.01 of each variance
    assert at_second["bound"].loc[8, "tree", "right"].tolist() == [3, 2]
    assert at_second["capped"].loc[8].to_numpy().sum() == 6
    assert not at_second["capped"].loc[4, "generic", "right"].any()
    assert values == {
        "right_beyond_bound": [0],
        "right_growth": [1, 1],
        "wrong_growth": [1, 1],
        "generic_growth": [0, 0],
        "log_wrong_over_right": [np.log(2)] * 2,
        "generic_wrong_over_right": [1, 1],
        "log_wrong_over_generic": [0, 0],
    }


def test_largest_errors_are_those_of_the_singular_channels() -> None:
    axis = np.linspace(0, 1, 33)
    values = LAST(np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1))
    values -= values.mean()
    left, strengths, right = np.linalg.svd(values)
    for rank, error in enumerate(largest_errors(LAST, 33)[:6]):
        best = (left[:, :rank] * strengths[:rank]) @ right[:rank]
        assert error == pytest.approx(np.abs(values - best).max())


def test_largest_errors_fall_to_nothing_and_bound_every_pair_of_values() -> None:
    errors = largest_errors(LAST, 33)
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
    assert min(values["log_wrong_over_right"]) > np.log(2)
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
    made = arrays(
        ran(generate_spectra, {}, {**STEP, "targets": {"tree": tree, "generic": GENERIC}})
    )
    for of_wiring in made["beyond"][0]:
        # a sum of two functions takes two channels, and no fewer
        assert (of_wiring[:, 1] > 0.1).all()
        assert (of_wiring[:, 2] < 1e-12).all()
