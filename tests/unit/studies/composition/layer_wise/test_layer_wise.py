"""A transformer that is read in its layers: evaluations by planted answers, figures, settings."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation
from pydantic import ValidationError

from compsparse.studies.composition.layer_wise import (
    evaluate_forgetting,
    evaluate_layer_wise,
    render_forgetting,
    render_layer_wise,
)
from compsparse.studies.composition.layer_wise.plan import LayerWise
from tests.unit.studies.drawing import Run, drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode

# accuracy of 1, 2 and 4 hops before training, after each third of it
STAIRCASE = [[0.25, 0.25, 0.25], [1.0, 0.25, 0.25], [1.0, 1.0, 0.25], [1.0, 1.0, 1.0]]
STUCK = [[0.25, 0.25, 0.25], [1.0, 0.3, 0.25], [1.0, 0.6, 0.25], [1.0, 0.8, 0.25]]
NOTHING = [[0.25, 0.25, 0.25]] * 4
FORGETS = [[0.25, 0.25, 0.25], [1.0, 0.25, 0.25], [0.6, 0.8, 0.25], [0.4, 0.3, 0.25]]


def planted(folder: Path, name: str, *runs: list[list[float]]) -> list[Path]:
    """Write trainings at two rates, of which the first has learned nothing."""
    values = np.array(runs)
    paths = []
    for rate, accuracy in ((0.001, np.full_like(values, 0.2)), (0.004, values)):
        path = folder / f"{name}-{rate}.npz".replace("0.", "0_")
        arrays = {
            "step": np.arange(4) * 20,
            "rate": np.array([rate]),
            "hidden": np.zeros((len(runs), 4, 4), dtype=np.int64),
            "accuracy": accuracy[None],
            "validation": accuracy[None],
        }
        path.write_bytes(encode(path, arrays))
        paths.append(path)
    return paths


def evaluated(run: Run, folder: Path, **trained: list[list[list[float]]]) -> tuple:
    inputs = {name: planted(folder, name, *runs) for name, runs in trained.items()}
    made = run(inputs, root_seed=987, learned=0.95)
    [metrics] = made["metrics"].values()
    return made["table"], {name: metric["value"] for name, metric in metrics.items()}


@pytest.fixture
def layer_wise(tmp_path: Path) -> tuple[pd.DataFrame, dict[str, float]]:
    return evaluated(
        evaluate_layer_wise.run,
        tmp_path,
        mixture=[STAIRCASE, STAIRCASE, STUCK],
        wrong_layers=[STUCK, STUCK, STUCK],
    )


@pytest.fixture
def forgetting(tmp_path: Path) -> tuple[pd.DataFrame, dict[str, float]]:
    return evaluated(
        evaluate_forgetting.run,
        tmp_path,
        cumulative=[STAIRCASE, STAIRCASE, STUCK],
        strict=[FORGETS, FORGETS, NOTHING],
    )


def test_the_mixture_is_compared_with_wrong_layers(
    layer_wise: tuple[pd.DataFrame, dict[str, float]],
) -> None:
    table, measured = layer_wise
    assert measured["in_order"] == pytest.approx(2 / 3)
    assert measured["advantage"] == pytest.approx((0.75 + 0.75 + 0) / 3)
    assert set(table["rate"]) == {0.004}


def test_forgetting_is_from_the_end_of_the_own_stage_to_the_last(
    forgetting: tuple[pd.DataFrame, dict[str, float]],
) -> None:
    table, measured = forgetting
    assert measured["forgotten"] == pytest.approx((0.6 + 0.6 + 0) / 3)
    assert measured["cumulative_learned"] == pytest.approx(2 / 3)
    assert measured["advantage"] == pytest.approx((0.75 + 0.75 + 0) / 3)
    stages = table.groupby("step")["stage"].unique().map(list)
    assert stages.to_dict() == {0: [1], 20: [1], 40: [2], 60: [3]}


def test_the_figure_of_layers_draws_every_run_and_the_median(
    layer_wise: tuple[pd.DataFrame, dict[str, float]], tmp_path: Path
) -> None:
    table, _ = layer_wise
    figure = drawn(render_layer_wise.run, table, tmp_path)
    require_legible(figure)
    for axes, kind in zip(figure.axes, ("mixture", "wrong_layers"), strict=True):
        rows = table[(table["data"] == kind) & (table["hops"] == 4)]
        wanted = [run["accuracy"].to_numpy() for _, run in rows.groupby("run")]
        wanted.append(np.median(wanted, axis=0))
        lines = [np.asarray(line.get_ydata()) for line in axes.lines if len(line.get_xdata()) == 4]
        np.testing.assert_allclose(lines[-4:], wanted)


def test_the_figure_of_forgetting_marks_stages_and_their_hops(
    forgetting: tuple[pd.DataFrame, dict[str, float]], tmp_path: Path
) -> None:
    table, _ = forgetting
    figure = drawn(render_forgetting.run, table, tmp_path)
    require_legible(figure)
    for axes, words in zip(figure.axes, (["1", "1, 2", "1, 2, 4"], ["1", "2", "4"]), strict=True):
        marks = [line.get_xdata()[0] for line in axes.lines if len(set(line.get_xdata())) == 1]
        assert marks == [20, 40]
        notes = [text for text in axes.texts if isinstance(text, Annotation)]
        assert [text.get_text() for text in notes if text.xy[1] > 1] == words
    assert "Rates chosen on validation: 0.004, 0.004." in written(figure)


SETTINGS = {
    "generate": {"folds": 4, "symbols": 4, "runs": 3},
    "train": {
        "layers": 3,
        "width": 8,
        "heads": 1,
        "rates": [0.002],
        "steps": 10,
        "curriculum_steps": 30,
        "patience": 10,
        "left": 0.05,
        "done": 0.99,
        "warm_up": 2,
        "decay": 0.2,
        "sequences": 4,
        "looks": 7,
        "judged": 4,
    },
    "evaluate": {"learned": 0.95},
}


@pytest.mark.parametrize(
    ("section", "changed", "message"),
    [
        ("generate", {"folds": 2}, "at least 4, so that two shorter hops"),
        ("generate", {"folds": 8}, "a layer for each of 4 hops; there are 3"),
        ("train", {"looks": 6}, "multiple of 3 and divide curriculum_steps; there are 5 in 30"),
        ("train", {"curriculum_steps": 31}, "there are 6 in 31 steps"),
        ("train", {"steps": 0}, "greater than or equal to 1"),
        ("train", {"heads": 3}, "3 do not divide 8"),
    ],
)
def test_impossible_settings_are_refused(
    section: str, changed: dict[str, int], message: str
) -> None:
    assert LayerWise.model_validate(SETTINGS)
    with pytest.raises(ValidationError, match=message):
        LayerWise.model_validate({**SETTINGS, section: {**SETTINGS[section], **changed}})
