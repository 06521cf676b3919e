"""Gaps, errors and correlations of planted networks, by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.generalization import (
    evaluate_complexity_measures,
    evaluate_generalization,
)
from compsparse.studies.tickets.generalization.measures import measures
from compsparse.studies.tickets.wired.shape import WIRINGS, network_shape
from tests.unit.studies.tickets.wired.planted import about, evaluated, model_file

RUNS = np.array([0.0, 0.01, 0.02])
GAP = {"dense": 0.3, "right": 0.1, "wrong": 0.4, "convolution": 0.05}
UNFITTED = {"dense": 0.0, "right": 0.1, "wrong": 0.15, "convolution": 0.2}


def cell(examples: int, noise: float = 0.0, decay: float = 0.1) -> dict[str, Any]:
    return {"examples": examples, "noise": noise, "decay": decay}


def test_differences_are_means_over_all_numbers_of_examples(tmp_path: Path) -> None:
    cells = [cell(16), cell(32), cell(16, 0.5), cell(32, 0.5)]
    paths, held = [], []
    for wiring in WIRINGS:
        description = about(wiring, cells)
        other = [0.77] * 3
        path = model_file(
            tmp_path / f"{wiring}.npz",
            description,
            [[0.3] * 3, (GAP[wiring] + RUNS).tolist(), other, other],
            unfitted=[other, other, [0.0] * 3, (UNFITTED[wiring] + RUNS).tolist()],
            rates=(0.01, 0.1, 0.03) if wiring == "right" else (0.01, 0.03, 0.1),
        )
        paths.append(path)
        held.append(description)
    table, values = evaluated(evaluate_generalization, {"models": paths}, {"about": held})
    assert len(table) == 4 * 4 * 3
    # with true labels the network is the one that validation chose
    assert set(table[table["labels"] == "true"]["fitted"].round(9)) == {0.7}
    # one wiring of four, at two N, in three runs
    assert values["at_outermost_rate"] == [6]
    assert set(table[table["outermost_rate"]]["wiring"]) == {"right"}
    for more, less in (("dense", "right"), ("wrong", "right"), ("dense", "convolution")):
        gap, missed = GAP[more] - GAP[less], UNFITTED[less] - UNFITTED[more]
        for name, there in (("gap", gap), ("test_ramp", gap), ("fitted", missed)):
            label = f"{name}_{more}_less_{less}"
            np.testing.assert_allclose(values[label], [there / 2] * 3)
            np.testing.assert_allclose(values[f"{label}_at_16"], [0.0] * 3, atol=1e-12)
            np.testing.assert_allclose(values[f"{label}_at_32"], [there] * 3)


def test_measures_of_weights_that_are_all_two() -> None:
    shape = network_shape("convolution", 4, 2)  # 2 x 2 twice, once, and a row of 2
    weights = [np.full((3, 1, 2, 2), 2.0), np.full((3, 1, 2, 4), 2.0), np.full((3, 1, 1, 2), 2.0)]
    found = measures(weights, shape, 16)
    filters = (4 * 4) ** 0.5 * (8 * 4) ** 0.5 * (2 * 4) ** 0.5
    np.testing.assert_allclose(found["norm"], [filters * 2**0.5 / 4] * 3)
    np.testing.assert_allclose(found["nonzeros"], [(8 + 8 + 2) / 16] * 3)
    np.testing.assert_allclose(found["stable_rank"], [(2 + 1 + 1) / 16] * 3)


@pytest.fixture
def population(tmp_path: Path) -> tuple[dict[str, list[Path]], dict[str, Any]]:
    """Return networks whose norms rise with the gap where noise varies, and fall with decay."""
    paths: list[Path] = []
    held: list[dict[str, Any]] = []

    def add(wiring: str, channels: int, *networks: tuple[dict[str, Any], float, float]) -> None:
        cells, gaps, scales = zip(*networks, strict=True)
        held.append(about(wiring, cells, channels))
        by_run = [[gap] * 3 for gap in gaps]
        path = tmp_path / f"{len(paths)}.npz"
        paths.append(model_file(path, held[-1], by_run, scales=scales))

    for place, wiring in enumerate(WIRINGS):
        usual = 0.2 + place / 100
        add(
            wiring,
            2,
            (cell(16), usual + 0.1, 1.0),
            (cell(32), usual, 1.0),
            (cell(32, 0.5), 0.001, 1000.0),
        )
    for wiring, usual in (("dense", 0.2), ("right", 0.21)):
        add(
            wiring,
            2,
            (cell(32, decay=0.2), usual + 0.01, 0.5),
            (cell(32, decay=0.4), usual + 0.02, 0.25),
            (cell(32, 0.1), usual + 0.03, 2.0),
            (cell(32, 0.2), usual + 0.04, 4.0),
        )
        # wider ones have the larger gap of the dense network, and the smaller one otherwise
        add(wiring, 3, (cell(32), usual + (0.05 if wiring == "dense" else -0.05), 1.0))
    usual_network = {**cell(32), "channels": 2}
    params = {"about": held, "wirings": ["dense", "right"], "usual": usual_network}
    return {"models": paths}, params


def test_correlations_within_each_factor(
    population: tuple[dict[str, list[Path]], dict[str, Any]],
) -> None:
    table, values = evaluated(evaluate_complexity_measures, *population)
    assert len(table) == (8 + 8 + 2) * 3
    # fewer examples: the root of N is smaller
    wanted = {"examples": 1, "decay": -1, "noise": 1, "channels": 0}
    for factor, correlation in wanted.items():
        assert values[f"norm_within_{factor}"] == [correlation] * 3, factor
    assert values["nonzeros_within_examples"] == [1] * 3
    assert values["nonzeros_within_channels"] == [0] * 3
    by_factor = [values[f"norm_within_{factor}"] for factor in evaluate_complexity_measures.FACTORS]
    np.testing.assert_allclose(values["norm_within_factors"], np.mean(by_factor, axis=0))
    assert "nonzeros_within_factors" not in values
    # what is the same for all networks is ordered as nothing
    for factor in ("decay", "noise"):
        assert f"nonzeros_within_{factor}" not in values
    # gaps rise from dense to convolution, and so do the numbers of zeros
    assert values["nonzeros_within_wiring"] == [-1] * 3


def test_over_all_factors_every_pair_counts(
    population: tuple[dict[str, list[Path]], dict[str, Any]],
) -> None:
    table, values = evaluated(evaluate_complexity_measures, *population)
    of_run = table[table["run"] == 0]
    norm, gap = of_run["norm"].to_numpy(), of_run["gap"].to_numpy()
    first, second = np.triu_indices(len(gap), k=1)
    signs = np.sign(norm[first] - norm[second]) * np.sign(gap[first] - gap[second])
    told_apart = norm[first] != norm[second]
    assert values["norm_within_all"] == pytest.approx([signs[told_apart].mean()] * 3)
