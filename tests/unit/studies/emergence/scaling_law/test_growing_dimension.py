"""Loss and times in growing dimensions, and a network's first direction: planted laws."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law import (
    evaluate_extensive_width,
    evaluate_loss_collapse,
    evaluate_network_search,
    render_extensive_width,
    render_loss_collapse,
    render_network_search,
)
from compsparse.studies.emergence.scaling_law.evaluate_network_search import search_time
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, flow

DIMENSIONS = [100, 1000, 10_000]


def collapse(write: WriteArrays, law: float = 0.8, first: float = 0.01, floor: float = 0.0) -> Any:
    paths = []
    for d in DIMENSIONS:
        time = np.geomspace(first, 1e3, 3000) * d**law
        loss = floor + 1 / (1 + time / d**law)
        paths.append(write(time=time, loss=np.tile(loss, (3, 1)), aligned=np.ones((3, 4))))
    params = {
        "root_seed": 0,
        "orders": [4] * 3,
        "dimensions": DIMENSIONS,
        "exponent": 1.0,
        "levels": [2, 8],
    }
    return evaluate_loss_collapse.run({"histories": paths}, **params)


def test_the_dimensions_exponent_of_the_loss_is_found(
    write_arrays: WriteArrays, tmp_path: Path
) -> None:
    made = collapse(write_arrays)
    metrics = made["metrics"]["emergence_loss_collapse"]
    assert metrics["level_exponent_order_4"]["value"] == pytest.approx(0.8, abs=1e-6)
    figure = drawn(render_loss_collapse.run, made["table"], tmp_path)
    require_legible(figure)
    plain, rescaled = figure.axes
    rows = made["table"].query("dimension == 1000 and run == 0")
    line_of(plain, rows["time"], rows["loss"])
    line_of(rescaled, rows["time"] / 1000, rows["loss"])


def test_a_level_that_is_not_reached_leaves_no_exponent(write_arrays: WriteArrays) -> None:
    time = np.geomspace(0.1, 10, 50)
    path = write_arrays(time=time, loss=np.ones((2, 50)), aligned=np.ones((2, 4)))
    params = {
        "root_seed": 0,
        "orders": [4, 4],
        "dimensions": [10, 100],
        "exponent": 1.0,
        "levels": [2],
    }
    made: Any = evaluate_loss_collapse.run({"histories": [path, path]}, **params)
    assert made["metrics"] == {"emergence_loss_collapse": {}}


@pytest.mark.parametrize("spoil", [{"floor": 0.1}, {"first": 4.0}])  # levels: 0.24 and 0.07
def test_only_levels_that_are_passed_in_the_logged_times_count(
    write_arrays: WriteArrays, spoil: dict[str, float]
) -> None:
    metrics = collapse(write_arrays, **spoil)["metrics"]["emergence_loss_collapse"]
    assert metrics["level_exponent_order_4"]["value"] == pytest.approx(0.8, abs=1e-6)


def test_what_has_fallen_before_leaves_no_exponent(write_arrays: WriteArrays) -> None:
    assert collapse(write_arrays, first=100.0)["metrics"] == {"emergence_loss_collapse": {}}


def test_exponents_are_those_of_the_widest_teachers(
    write_arrays: WriteArrays, tmp_path: Path
) -> None:
    growths, directions = [0.5, 0.5, 0.75, 0.75], [4, 8, 4, 8]
    histories = [
        flow(exponent, p, 3) for exponent, p in zip((2.0, 1.1, 2.0, 1.3), directions, strict=True)
    ]
    histories[2]["aligned"][0, 1] = histories[2]["time"][0]  # aligned from the start
    params = {
        "root_seed": 0,
        "growths": growths,
        "directions": directions,
        "dimensions": [16, 64, 6, 16],
    }
    paths = [write_arrays(**arrays) for arrays in histories]
    made: Any = evaluate_extensive_width.run({"histories": paths}, **params)
    metrics = made["metrics"]["emergence_extensive_width"]
    assert metrics["time_exponent_growth_0_5"]["value"] == pytest.approx(1.1)
    assert metrics["time_exponent_growth_0_75"]["value"] == pytest.approx(1.3)
    assert metrics["complete_share"]["value"] == 1.0
    figure = drawn(render_extensive_width.run, made["table"], tmp_path)
    require_legible(figure)
    assert "Not shown: 1 teachers" in written(figure)
    line_of(figure.axes[0], [4, 8], [2.0, 1.1])


def network(write: WriteArrays, law: float = 1.7) -> Any:
    random, histories, starts = np.random.default_rng(0), [], []
    for d in DIMENSIONS:
        aligned = np.full((8, 2), float(d) ** law)
        aligned[7] = np.nan
        histories.append(write(aligned=aligned, failed=np.array([-1] * 7 + [5])))
        drawn_starts = 0.3 * random.uniform(-1, 1, (8, 6, 4))
        drawn_starts[:, 0, 0] = d**-0.5
        drawn_starts[:, 1:, 0] = -0.5  # of no use to an odd order
        starts.append(
            write(coordinates=drawn_starts, directions=np.array(2), dimension=np.array(d))
        )
    params = {
        "root_seed": 0,
        "dimensions": DIMENSIONS,
        "order": 3,
        "exponent": 1.0,
        "step_constant": 0.1,
        "samples": 4,
        "groups": 2,
    }
    return evaluate_network_search.run({"histories": histories, "starts": starts}, **params)


def test_a_networks_samples_are_counted_by_dimension(
    write_arrays: WriteArrays, tmp_path: Path
) -> None:
    made = network(write_arrays)
    metrics = made["metrics"]["emergence_network_search"]
    assert metrics["sample_exponent"]["value"] == pytest.approx(1.7)
    assert metrics["sample_exponent"]["n"] == 2
    # d^(3/2) of the step, and sqrt(d) less a constant of the search
    assert 2.0 < metrics["sample_exponent_alone"]["value"] < 2.1
    table = made["table"]
    assert table["samples"].iloc[0] == pytest.approx(4 * 100**1.7)
    figure = drawn(render_network_search.run, table, tmp_path)
    require_legible(figure)
    assert "3 of 24 runs never learned it, 3 of them overflowed" in written(figure)
    line_of(figure.axes[0], DIMENSIONS, 4 * np.array(DIMENSIONS) ** 1.7)


def test_the_search_of_an_isolated_neuron_is_its_closed_form() -> None:
    start, end = np.array([0.1, 0.3]), 0.5**0.5
    closed = (1 / start - 1 / end + np.arctanh(end) - np.arctanh(start)) / (6 * 0.5)
    np.testing.assert_allclose(search_time(3, 0.5, start), closed, rtol=1e-4)
    with pytest.raises(ValueError, match="above 0 and below the root of one half"):
        search_time(3, 0.5, np.array([0.9]))
