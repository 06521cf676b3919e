from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

from compsparse.studies.factorial.discussion import (
    render_recommender,
    render_summary,
    render_transfer,
)
from tests.unit.studies.drawing import Run, drawn, require_legible
from tests.unit.studies.factorial.expected_curves import require_curve

EMBEDDINGS = {"compatible": 1.0, "incompatible": 3.0, "untrained": 3.0, "oracle": 0.1}


def transfer_table() -> pd.DataFrame:
    cells = product(EMBEDDINGS, (0.5, 0.75), range(4))
    rows = pd.DataFrame(list(cells), columns=["embedding", "seen_fraction", "run"])
    losses = rows["embedding"].map(EMBEDDINGS) * 2.0 ** (rows["run"] - 1.5)
    return rows.assign(loss=losses / rows["seen_fraction"])


def recommender_table() -> pd.DataFrame:
    cells = product(("network", "completion"), (1, 2), (100, 400, 1600), range(4))
    rows = pd.DataFrame(list(cells), columns=["method", "parents", "samples", "run"])
    better = np.where(rows["method"] == "network", rows["parents"], 1)
    return rows.assign(loss=10 / rows["samples"] / better, parameters=3584)


def summary_table() -> pd.DataFrame:
    columns = ["quantity", "figure", "stated", "exponent", "low", "high", "n"]
    rows = [
        ["compute", 3, -1, -0.6, -0.7, -0.5, 4],
        ["embedding_dimension", 4, -1, -2.5, -3.5, -1.5, 3],
        ["seen_inputs", 8, -1, -2.0, -2.2, -1.8, 4],
        ["input_factors", 3, 1, -0.6, -0.8, -0.4, 4],
        ["parents", 4, 1, 1.3, -0.4, 3.0, 3],
        ["connectivity", 6, 1, 2.1, 1.8, 2.4, 20],
        ["statistical_complexity_unseen", 7, 1, 0.7, 0.6, 0.8, 4],
    ]
    return pd.DataFrame(rows, columns=columns)


def draw(step: Run, folder: Path, table: pd.DataFrame) -> list[Axes]:
    figure = drawn(step, table, folder)
    require_legible(figure)
    return list(figure.axes)


def test_transfer_shows_every_seed_and_their_mean(tmp_path: Path) -> None:
    table = transfer_table()
    axes = draw(render_transfer.run, tmp_path, table)[0]
    assert axes.get_xscale() == "log"
    dots = [np.asarray(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 4]
    means = [np.asarray(line.get_xdata())[0] for line in axes.lines if len(line.get_xdata()) == 1]
    assert len(dots) == len(means) == 8
    rows = [
        table[(table["seen_fraction"] == fraction) & (table["embedding"] == embedding)]
        for fraction in (0.5, 0.75)
        for embedding in ("untrained", "incompatible", "compatible", "oracle")
    ]
    for seeds, mean, cell_jobs in zip(dots, means, rows, strict=True):
        assert seeds.tolist() == cell_jobs["loss"].tolist()
        assert mean == pytest.approx(np.exp(np.log(seeds).mean()))
    words = [label.get_text() for label in axes.get_yticklabels()]
    best = min(range(4), key=lambda row: min(seeds.min() for seeds in dots[row::4]))
    assert "factor" in words[best]


def test_recommender_has_a_panel_for_each_number_of_parents(tmp_path: Path) -> None:
    table = recommender_table().assign(tables="factored")
    shuffled = table[table["parents"] == 2].assign(tables="shuffled", parents=1)
    table = pd.concat([table, shuffled])
    panels = draw(render_recommender.run, tmp_path, table)
    assert [axes.get_title(loc="left") for axes in panels] == [
        "1 parent",
        "2 parents",
        "shuffled",
    ]
    cells = ((1, "factored"), (2, "factored"), (1, "shuffled"))
    for axes, (parents, tables) in zip(panels, cells, strict=True):
        rows = table[(table["parents"] == parents) & (table["tables"] == tables)]
        for method, line in zip(("network", "completion"), axes.lines, strict=True):
            require_curve(line, rows[rows["method"] == method], "samples")
    assert {text.get_text() for text in panels[2].texts} == {"network", "low-rank\ncompletion"}
    assert [label.get_text() for label in panels[0].get_xticklabels()] == ["100", "400", "1,600"]


def test_summary_colors_tell_measured_signs_and_words_the_stated_ones(tmp_path: Path) -> None:
    table = summary_table()
    axes = draw(render_summary.run, tmp_path, table)[0]
    intervals = [line for line in axes.lines[1:] if len(line.get_xdata()) == 2]
    middles = [line for line in axes.lines if len(line.get_xdata()) == 1]
    assert [list(line.get_xdata()) for line in intervals] == table[["low", "high"]].values.tolist()
    assert [line.get_xdata()[0] for line in middles] == table["exponent"].tolist()
    assert [line.get_ydata()[0] for line in middles] == list(range(len(table)))
    bars = {
        line.get_ydata()[0]: line.get_color() for line in axes.lines if len(line.get_xdata()) == 2
    }
    colors = [bars[place] for place in range(len(table))]
    assert colors[0] == colors[1] == colors[2] == colors[3]
    assert colors[5] == colors[6]
    assert len({colors[0], colors[4], colors[5]}) == 3
    stated = [text.get_text() for text in axes.texts if text.get_text() != "stated:"]
    assert stated == ["falls ✓"] * 3 + ["rises ✗", "rises ?"] + ["rises ✓"] * 2
    # the row that contradicts the document, and no other, is shaded
    assert [(patch.get_y(), patch.get_height()) for patch in axes.patches] == [(2.5, 1.0)]


def test_the_summary_says_what_it_finds() -> None:
    table = summary_table()
    assert render_summary.headline(table) == (
        "5 of 7 exponents have the stated sign,\nnot that of input factors"
    )
    agreeing = table[table["quantity"] != "input_factors"]
    assert render_summary.headline(agreeing) == "5 of 6 exponents have the stated sign"
    other = table.assign(stated=table["stated"].where(table["quantity"] != "compute", 1))
    assert render_summary.headline(other).endswith(",\n2 contradict it")
