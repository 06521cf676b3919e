"""Bounds of planted networks, by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.bounds import evaluate_bounds
from compsparse.studies.tickets.bounds.known import BOUNDS, factors
from compsparse.studies.tickets.wired.shape import WIRINGS, network_shape
from tests.unit.studies.tickets.wired.planted import about, evaluated, examples, model_file, stored
from workflow_engine.steps import Inputs, single

CELLS = [
    {"examples": 16, "noise": 0.0, "decay": 0.0},
    {"examples": 32, "noise": 0.5, "decay": 0.0},
    {"examples": 32, "noise": 0.0, "decay": 0.0},
]
# another wiring has the largest gap in every run
GAPS = {
    "dense": [0.4, 0.1, 0.3],
    "right": [0.1, 0.2, 0.4],
    "wrong": [0.2, 0.3, 0.1],
    "convolution": [0.3, 0.4, 0.2],
}
SCALES = {"dense": 1.0, "right": 2.0, "wrong": 3.0, "convolution": 1.0}
RUNS = np.array([1.0, 1.1, 1.2])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Inputs, dict[str, Any]]:
    models, suprema, held = [], [], []
    for number, wiring in enumerate(WIRINGS):
        description = about(wiring, CELLS)
        gaps = [[9.0] * 3, [8.0] * 3, GAPS[wiring]]
        scales = [50.0, 70.0, SCALES[wiring]]
        models.append(model_file(tmp_path / f"m{number}.npz", description, gaps, scales=scales))
        reached = RUNS[:, None, None] * np.array([[0.001, 0.002], [0.004, 0.003]])
        suprema.append(
            stored(tmp_path / f"s{number}.npz", {"layers": reached, "nodes": 2 * reached})
        )
        held.append(description)
    data = stored(tmp_path / "examples.npz", examples(runs=3))
    inputs: Inputs = {"examples": data, "models": models, "suprema": suprema}
    return inputs, {"about": held, "at_examples": 32}


def norms(wiring: str) -> tuple[float, float]:
    """Return the products of norms of levels and of nodes, all weights equal."""
    scale, levels = SCALES[wiring], network_shape(wiring, 8, 2).levels
    nodes = np.prod([scale * (level.inputs * level.outputs) ** 0.5 for level in levels])
    return float(nodes * np.prod([level.nodes**0.5 for level in levels])), float(nodes)


def test_bounds_are_of_the_networks_at_their_number_of_examples(
    files: tuple[Inputs, dict[str, Any]],
) -> None:
    table, values = evaluated(evaluate_bounds, *files)
    points = np.load(single(files[0], "examples"))["inputs"][:, :32]
    ratios: dict[str, list[float]] = {name: [] for name in BOUNDS}
    for wiring in WIRINGS:
        layers, nodes = norms(wiring)
        rows = table[table["wiring"] == wiring].set_index("run")
        np.testing.assert_allclose(rows["gap"], GAPS[wiring])
        # of each vector of signs the better restart counts
        np.testing.assert_allclose(rows["supremum"], RUNS * 0.003 * layers, rtol=1e-5)
        np.testing.assert_allclose(rows["supremum_of_nodes"], RUNS * 0.006 * nodes, rtol=1e-5)
        for run in range(3):
            known = factors(network_shape(wiring, 8, 2), points[run])
            for name, factor in known.items():
                of_nodes = name in ("filter", "degree")
                product, reached = (nodes, 0.006) if of_nodes else (layers, 0.003)
                assert rows[name][run] == pytest.approx(factor * product, rel=1e-5)
                ratios[name].append(factor / reached / RUNS[run])
    for name, samples in ratios.items():
        assert values[f"{name}_least_over_supremum"] == [pytest.approx(min(samples), rel=1e-5)]
    assert values["theorem_5_over_frobenius"] == [
        pytest.approx(known["theorem_5"] / known["frobenius"])
    ]


def test_ratios_and_orders(files: tuple[Inputs, dict[str, Any]]) -> None:
    _, values = evaluated(evaluate_bounds, *files)
    product = {wiring: norms(wiring) for wiring in WIRINGS}
    for place, name in enumerate(("supremum", "degree")):
        by_wiring = {wiring: products[place] for wiring, products in product.items()}
        if name == "supremum":
            wanted = [np.log(by_wiring["dense"] / by_wiring["right"])] * 3
            found = values["supremum_log_ratio_dense_over_right"]
            np.testing.assert_allclose(found, wanted, rtol=1e-5)
        agreement = [
            np.mean(
                [
                    (by_wiring[a] > by_wiring[b]) == (GAPS[a][run] > GAPS[b][run])
                    for a in WIRINGS
                    for b in WIRINGS
                    if a < b
                ]
            )
            for run in range(3)
        ]
        np.testing.assert_allclose(values[f"{name}_agreement"], agreement)
    assert values["degree_wrong_over_right_at_equal_norms"] == [pytest.approx(1)]
    # both know nothing but these products
    assert values["theorem_5_agreement"] == values["supremum_agreement"]
    np.testing.assert_allclose(
        values["theorem_5_log_ratio_dense_over_right"],
        values["supremum_log_ratio_dense_over_right"],
    )
