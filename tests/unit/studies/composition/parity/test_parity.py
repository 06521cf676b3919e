"""Parity: examples, networks, worlds, and slopes of planted waits."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from compsparse.studies.composition.growth import size_at_level
from compsparse.studies.composition.parity import evaluate_parity, render_parity, train_parity
from compsparse.studies.composition.parity.examples import draw_examples, labelled_degrees
from compsparse.studies.composition.parity.network import Networks, first_weights, map_sizes
from compsparse.studies.composition.parity.plan import ParityTask
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode

TRAINING = {
    "data": "mixture",
    "degree": 2,
    "inputs": 5,
    "runs": 3,
    "rates": [0.01],
    "learned": 0.95,
    "steps": 150,
    "examples": 64,
    "width": 32,
    "layers": 1,
    "looks": 30,
    "judged": 200,
    **SEEDS,
}


def signs(world: str) -> tuple[np.ndarray, np.ndarray]:
    randoms = [np.random.default_rng(run) for run in range(2)]
    return draw_examples(randoms, 50, 9, 4, world)  # type: ignore[arg-type]


def test_labels_are_products_of_the_first_inputs() -> None:
    assert labelled_degrees(6) == [1, 2, 4, 6]
    assert labelled_degrees(4) == [1, 2, 4]
    assert labelled_degrees(2) == [1, 2]
    for world in ("none", "identity"):
        x, labels = signs(world)
        assert set(np.unique(x).tolist()) == {-1.0, 1.0}
        for place, degree in enumerate((1, 2, 4)):
            assert np.array_equal(labels[..., place], x[..., :degree].prod(-1))


def test_easy_labels_can_be_those_of_other_inputs() -> None:
    x, labels = signs("unrelated_easy")
    assert np.array_equal(labels[..., 0], x[..., -1])
    assert np.array_equal(labels[..., 2], x[..., :4].prod(-1))


def test_nothing_may_hide_the_inputs_that_matter() -> None:
    x, labels = signs("nothing_to_read")
    assert bool((x[..., 4:] == 1).all())
    assert np.array_equal(labels[..., 2], x[..., :4].prod(-1))


def test_shuffled_labels_are_those_of_other_examples() -> None:
    x, labels = signs("shuffled_answers")
    right = (labels[..., 2] == x[..., :4].prod(-1)).mean()
    assert 0.25 < float(right) < 0.75
    assert np.array_equal(x, signs("none")[0])


def test_networks_are_linear_maps_with_relus_between_and_their_gradient_that_of_the_loss() -> None:
    maps = map_sizes(3, 4, 2, 2)
    assert maps == [(3, 4), (4, 4), (4, 2)]
    random = np.random.default_rng(4)
    weights = np.stack([first_weights(maps, random) for _ in range(2)]).astype(np.float64)
    x, labels = random.standard_normal((2, 5, 3)), np.sign(random.standard_normal((2, 5, 2)))

    def output(weights: np.ndarray) -> np.ndarray:
        value, start = x[1], 0
        for place, (source, target) in enumerate(maps):
            layer = weights[start : start + (source + 1) * target].reshape(source + 1, target)
            value = (np.maximum(value, 0) if place else value) @ layer[:-1] + layer[-1]
            start += (source + 1) * target
        return value

    networks = Networks(maps, weights)
    np.testing.assert_allclose(networks.outputs(x.copy())[1], output(weights[1]))
    found = networks.gradient(x.copy(), labels, slice(1, None))[1]
    for entry in range(weights.shape[1]):
        moved = 1e-6 * np.eye(weights.shape[1])[entry]
        losses = [
            np.logaddexp(0, -(output(weights[1] + step) * labels[1])[:, 1]).mean()
            for step in (moved, -moved)
        ]
        assert found[entry] == pytest.approx((losses[0] - losses[1]) / 2e-6, abs=1e-6)


def trained(**changed: object) -> dict[str, np.ndarray]:
    made = train_parity.run({}, **(TRAINING | changed))["model"]
    assert isinstance(made, dict)
    return made


def test_an_easy_parity_is_learned_and_shuffled_labels_are_not() -> None:
    assert trained()["accuracy"][0, :, -1].min() > 0.95
    assert trained(world="shuffled_answers")["accuracy"][0, :, -1].max() < 0.9


def test_runs_and_rates_are_trained_as_if_alone() -> None:
    both = trained(rates=[0.01, 0.02], steps=20)
    alone = trained(rates=[0.02], steps=20, runs=1)
    np.testing.assert_allclose(both["accuracy"][1, :1], alone["accuracy"][0], atol=0.02)


def test_a_rate_that_no_run_could_choose_ends_early_and_changes_no_choice() -> None:
    rates = [0.02, 0.01, 0.0003]
    early = trained(rates=rates, runs=2)
    whole = trained(rates=rates, runs=2, learned=2.0)  # never reached, so that nothing ends

    def waits(made: dict[str, np.ndarray]) -> np.ndarray:
        steps = made["step"]
        found = [[size_at_level(steps, run, 0.95) for run in rate] for rate in made["validation"]]
        return np.nan_to_num(np.array(found), nan=np.inf)

    np.testing.assert_array_equal(waits(early).argmin(axis=0), waits(whole).argmin(axis=0))
    np.testing.assert_array_equal(waits(early).min(axis=0), waits(whole).min(axis=0))
    # the last rate is the slowest, and is not watched to its end
    assert (early["validation"][2, :, -1] < whole["validation"][2, :, -1]).all()


def planted(path: Path, waits: list[int]) -> Path:
    """Write a training of two rates; the second is right from a run's step on, the first never."""
    steps = np.array([10, 20, 40, 80])
    right = np.where(steps >= np.array(waits)[:, None], 0.95, 0.5)
    both = np.stack([np.full_like(right, 0.5), right])
    arrays = {"step": steps, "rate": np.array([0.1, 0.2]), "accuracy": both, "validation": both}
    path.write_bytes(encode(path, arrays))
    return path


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("planted")
    waits = {  # of degree and d, by kind
        "mixture": {(2, 4): 10, (2, 8): 10, (3, 4): 20, (3, 8): 40},
        "hard_only": {(2, 4): 10, (2, 8): 40, (3, 4): 20, (3, 8): 999},
    }
    inputs = {
        kind: [planted(folder / f"{kind}{k}{d}.npz", [wait] * 3) for (k, d), wait in cells.items()]
        for kind, cells in waits.items()
    }
    cells = [evaluate_parity.Cell(*cell) for cell in waits["mixture"]]
    return evaluate_parity.run(inputs, root_seed=0, cells=cells, learned=0.95)


def test_planted_waits_give_their_slopes(evaluated: dict[str, object]) -> None:
    metrics, table = evaluated["metrics"], evaluated["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    found = {name: metric["value"] for name, metric in metrics["composition_parity"].items()}
    assert found == pytest.approx(
        {
            "mixture_slope_degree_2": 0,
            "hard_only_slope_degree_2": 2,
            "mixture_slope_degree_3": 1,
            "hard_only_slope_degree_3": 3,  # never reached in 80 updates: as a search
            "hard_only_slope_rises": 1,
        },
        abs=1e-6,
    )
    assert int(table["needed"].isna().sum()) == 3
    assert set(table[table["needed"].notna()]["rate"]) == {0.2}


def test_the_figure_marks_what_is_not_reached(evaluated: dict[str, object], tmp_path: Path) -> None:
    table = evaluated["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_parity.run, table, tmp_path)
    require_legible(figure)
    marked = [
        [y for line in axes.lines if line.get_marker() == "^" for y in np.ravel(line.get_ydata())]
        for axes in figure.axes
    ]
    assert marked == [[], [80.0] * 3]
    lines = [line for line in figure.axes[1].lines if line.get_linestyle() == "-"]
    means = [line.get_ydata() for line in lines]
    np.testing.assert_allclose(means, [[10, 40], [20, 80]])


def test_a_parity_of_all_inputs_is_not_sparse() -> None:
    with pytest.raises(ValidationError, match="more than the degree 4, not 4"):
        ParityTask(degree=4, inputs=[4, 8])
