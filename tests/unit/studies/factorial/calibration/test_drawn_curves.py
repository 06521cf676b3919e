"""Figures of calibration show every variant in both spaces and mark the choice (Figures 11-17)."""

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import FillBetweenPolyCollection
from matplotlib.figure import Figure

from compsparse.figures.colors import contrast_with_white
from compsparse.figures.theme import INK
from compsparse.studies.factorial.calibration import (
    render_embedding_dimension,
    render_hidden_dimension,
    render_hidden_dimension_small,
    render_layers,
    render_layers_small,
    render_learning_rate,
    render_learning_schedule,
)
from tests.unit.studies.drawing import Run, drawn, require_legible
from tests.unit.studies.factorial.expected_curves import require_curve
from workflow_engine.artifacts.pictures import encode

pytestmark = pytest.mark.filterwarnings("error")

Label = str | int | float

LARGE = ("2^8 -> 4^4", "4^4 -> 256")
SMALL = ("2^3*3^2*5 -> 2^2*3^2", "3*4*5*6 -> 36")
SCHEDULES = ["cosine 0.03", "cosine 0.01", "cosine 0.003", "cosine 0.0003", "custom 0.03"]
# step, spaces, labels, choice, what is written beside the lines
CASES: dict[str, tuple[Run, tuple[str, str], list[Label], Label, list[str]]] = {
    "embedding_dimension": (
        render_embedding_dimension.run,
        LARGE,
        [8, 16, 32, 64, 128],
        32,
        ["d = 8", "d = 16", "d = 32", "d = 64", "d = 128"],
    ),
    "hidden_dimension": (
        render_hidden_dimension.run,
        LARGE,
        [1, 2, 6],
        2,
        ["h = 1 d", "h = 2 d", "h = 6 d"],
    ),
    "hidden_dimension_small": (
        render_hidden_dimension_small.run,
        SMALL,
        [1, 2, 6],
        2,
        ["h = 1 d", "h = 2 d", "h = 6 d"],
    ),
    "layers": (render_layers.run, LARGE, [0, 1, 5], 1, ["L = 0", "L = 1", "L = 5"]),
    "layers_small": (render_layers_small.run, SMALL, [0, 1, 5], 1, ["L = 0", "L = 1", "L = 5"]),
    "learning_rate": (
        render_learning_rate.run,
        LARGE,
        [0.1, 0.03, 0.001],
        0.03,
        ["0.1", "0.03", "0.001"],
    ),
    "learning_schedule": (
        render_learning_schedule.run,
        LARGE,
        [*SCHEDULES],
        "custom 0.03",
        SCHEDULES,
    ),
}
EACH_STEP = pytest.mark.parametrize("name", CASES)


def planted(name: str, runs: int = 3) -> pd.DataFrame:
    _, spaces, variants, _, _ = CASES[name]
    steps = np.unique(np.geomspace(1, 200, 12).astype(int))
    frames = []
    for i, space in enumerate(spaces):
        for j, variant in enumerate(variants):
            for run in range(runs):
                loss = 2 / (1 + (steps / (3.0 + i)) ** (1 + 0.1 * j)) * (1 + 0.1 * run)
                point = {"space": space, "variant": variant, "run": run}
                curve = {"step": steps, "flops": steps * 1e6 * (1 + j), "loss": loss}
                frames.append(pd.DataFrame({**point, "step": [0], "flops": [0.0], "loss": [2.0]}))
                frames.append(pd.DataFrame({**point, **curve}))
    return pd.concat(frames, ignore_index=True)


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Figure]:
    """Return the figure of every step."""
    folder = tmp_path_factory.mktemp("calibration")
    return {name: draw(name, planted(name), folder) for name in CASES}


def draw(name: str, table: pd.DataFrame, folder: Path) -> Figure:
    step, _, _, chosen, _ = CASES[name]
    return drawn(step, table, folder, {"chosen": chosen})


@EACH_STEP
def test_every_variant_is_named_in_both_panels(name: str, figures: dict[str, Figure]) -> None:
    labels = CASES[name][4]
    for axes in figures[name].axes:
        assert [text.get_text() for text in axes.texts] == labels
        assert len(axes.lines) == len(labels)
        bands = [c for c in axes.collections if isinstance(c, FillBetweenPolyCollection)]
        assert len(bands) == len(labels)
    assert any("3 seeds" in text.get_text() for text in figures[name].texts)


@EACH_STEP
def test_panels_say_which_space_is_structured(name: str, figures: dict[str, Figure]) -> None:
    first, second = (axes.get_title(loc="left") for axes in figures[name].axes)
    assert first.startswith("structured: ")
    assert second.startswith("unstructured: ")


@EACH_STEP
def test_the_choice_alone_is_bold(name: str, figures: dict[str, Figure]) -> None:
    _, _, variants, chosen, _ = CASES[name]
    for axes in figures[name].axes:
        widths = [line.get_linewidth() for line in axes.lines]
        assert widths.index(max(widths)) == variants.index(chosen)
        assert widths.count(max(widths)) == 1


@EACH_STEP
def test_lines_are_geometric_means_of_trained_networks(
    name: str, figures: dict[str, Figure]
) -> None:
    _, spaces, variants, _, _ = CASES[name]
    trained = planted(name)[lambda rows: rows["step"] > 0]
    point = "step" if name.startswith("learning") else "flops"
    for axes, space in zip(figures[name].axes, spaces, strict=True):
        rows = trained[trained["space"] == space]
        for line, variant in zip(axes.lines, variants, strict=True):
            require_curve(line, rows[rows["variant"] == variant], point)


def test_the_schedule_of_another_kind_has_the_color_of_ink(figures: dict[str, Figure]) -> None:
    colors = [line.get_color() for line in figures["learning_schedule"].axes[0].lines]
    assert colors[-1] == INK
    assert len(set(colors)) == len(colors)
    # the ordered ones go from light to dark
    contrasts = [contrast_with_white(str(color)) for color in colors[:-1]]
    assert contrasts == sorted(contrasts)


@EACH_STEP
def test_texts_are_apart_and_inside(name: str, figures: dict[str, Figure]) -> None:
    require_legible(figures[name])


def test_same_bytes_again(tmp_path: Path, figures: dict[str, Figure]) -> None:
    name = "learning_schedule"
    digests = [
        hashlib.sha256(encode(Path("figure.svg"), figure)).hexdigest()
        for figure in (figures[name], draw(name, planted(name), tmp_path))
    ]
    assert digests[0] == digests[1]


def test_missing_column_is_named(tmp_path: Path) -> None:
    for column in render_layers.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            draw("layers", planted("layers").drop(columns=column), tmp_path)
