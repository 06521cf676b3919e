"""A frozen layer keeps its weights and, at even attention, everything behind it from learning."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.layers_in_order import (
    evaluate_frozen_layers,
    evaluate_layers_align,
    render_frozen_layers,
    render_layers_align,
)
from compsparse.studies.composition.layers_in_order.evaluate_layers_align import later_over_earlier
from compsparse.studies.composition.layers_in_order.plan import FrozenLayersCells
from tests.unit.studies.composition.conftest import TRAINING, written
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import read_arrays


@pytest.fixture(scope="module")
def made(
    tmp_path_factory: pytest.TempPathFactory, hidden: Path, trained: dict[str, Path]
) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("frozen")
    changed = {"data": "mixture", "rates": [0.1], "frozen_scale": 3.0}
    frozen = [
        written(folder / f"{layer}.npz", hidden, frozen=[layer], **changed) for layer in range(3)
    ]
    inputs = {"free": trained["mixture"], "frozen": frozen}
    return evaluate_frozen_layers.run(inputs, root_seed=0)


def test_a_frozen_layer_keeps_its_weights(tmp_path: Path, hidden: Path) -> None:
    short, long = (
        read_arrays(
            written(
                tmp_path / f"{steps}.npz",
                hidden,
                data="mixture",
                frozen=[0],
                frozen_scale=3.0,
                steps=steps,
            )
        )["first_layer"]
        for steps in (1, 30)
    )
    np.testing.assert_array_equal(short, long)
    assert short.max() > 0.5


def test_nothing_is_learned_behind_a_layer_that_stays_even(tmp_path: Path, hidden: Path) -> None:
    path = written(tmp_path / "even.npz", hidden, data="mixture", rates=[0.1], frozen=[1])
    final = read_history(path).final
    assert final[:, 0].min() > 0.95
    np.testing.assert_allclose(final[:, 2], 1 / 3, atol=0.1)


def test_the_excess_is_that_of_the_next_layer(made: dict[str, object]) -> None:
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    excess = metrics["composition_frozen_layers"]["random_excess_next"]["value"]
    rows = table[((table["frozen"] == 1) & (table["hops"] == 2))]
    more = table[((table["frozen"] == 2) & (table["hops"] == 4))]
    wanted = pd.concat([rows, more])["accuracy"].mean() - 1 / 3
    assert excess == pytest.approx(wanted)


def test_the_figure_draws_each_hop_by_the_frozen_layer(
    made: dict[str, object], tmp_path: Path
) -> None:
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_frozen_layers.run, table, tmp_path)
    require_legible(figure)
    means = table[table["hops"] == 4].groupby("frozen")["accuracy"].mean().to_numpy()
    wanted = [*means[1:], means[0]]  # none comes last
    assert any(
        np.size(line.get_ydata()) == 4 and np.allclose(line.get_ydata(), wanted)
        for line in figure.axes[0].lines
    )


def test_ratios_of_updates_are_those_of_the_first_looks_that_suffice() -> None:
    steps = np.array([0, 1, 9, 99])
    in_turn = [[0.0, 0.0], [1.0, 0.5], [1.0, 0.9], [1.0, 1.0]]
    together = [[1.0, 1.0]] * 4
    reverse = [[0.0, 0.0], [0.5, 1.0], [1.0, 1.0], [1.0, 1.0]]
    never = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.94]]
    found = later_over_earlier(np.array([in_turn, together, reverse, never]), steps, 0.95)
    np.testing.assert_allclose(found, [50.0, 1.0, 0.2, 0.0])


def test_layers_align_in_turn_and_the_figure_draws_them(
    trained: dict[str, Path], tmp_path: Path
) -> None:
    outputs = evaluate_layers_align.run({"free": trained["mixture"]}, root_seed=0, aligned=0.95)
    metrics, table = outputs["metrics"], outputs["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    assert metrics["composition_layers_align"]["later_over_earlier"]["value"] > 1.0
    figure = drawn(render_layers_align.run, table, tmp_path)
    require_legible(figure)
    rows = table[(table["layer"] == 3) & (table["step"] > 0)]
    means = rows.groupby("step")["aligned"].mean()
    assert any(
        np.size(line.get_ydata()) == len(means) and np.allclose(line.get_ydata(), means)
        for line in figure.axes[0].lines
    )


def test_one_layer_has_no_later_ones() -> None:
    train = {
        name: value
        for name, value in TRAINING.items()
        if name not in ("layers", "root_seed", "seed_names")
    }
    with pytest.raises(ValidationError, match="at k = 1 there is one layer"):
        FrozenLayersCells.model_validate(
            {
                "generate": {"folds": 1, "symbols": 3, "runs": 3},
                "train": {**train, "random_scale": 3.0},
                "evaluate": {"aligned": 0.95},
            }
        )
