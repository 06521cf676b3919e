"""Figures show every cell, every replicate and every complexity of their tables."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import FillBetweenPolyCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

from compsparse.studies.factorial.drawing.notation import parent_range, typeset, typeset_all

pytestmark = pytest.mark.filterwarnings("error")

Tables = dict[str, pd.DataFrame]
Figures = dict[str, Figure]
Draw = Callable[[str, pd.DataFrame], Figure]


def written(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.findobj(Text))


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def bands(figure: Figure) -> list[FillBetweenPolyCollection]:
    collections = figure.axes[0].collections
    return [band for band in collections if isinstance(band, FillBetweenPolyCollection)]


@pytest.mark.parametrize("name", ["single_pass", "generalization_complexity"])
def test_learning_curves_show_every_cell_and_run(
    name: str, tables: Tables, figures: Figures
) -> None:
    table, figure = tables[name], figures[name]
    cells = table[["cell", "statistical_complexity"]].drop_duplicates()
    for cell, complexity in cells.itertuples(index=False):
        base, _, exponent = cell.partition("^")
        label = base + exponent.translate(RAISED)
        assert f"{label} · SC {complexity:,}" in written(figure)
    assert "4 seeds" in written(figure)
    losses = table[table["step"] == 300].groupby("cell")["loss"]
    outlines = [band.get_paths()[0].vertices for band in bands(figure)]
    ends = [outline[np.isclose(outline[:, 0], 300), 1] for outline in outlines]
    assert sorted(end.min() for end in ends) == pytest.approx(sorted(losses.min()))
    assert sorted(end.max() for end in ends) == pytest.approx(sorted(losses.max()))


def test_many_seeds_are_described_within_the_width(tables: Tables, draw: Draw) -> None:
    table = tables["single_pass"]
    copies = [table.assign(run=table["run"] + 4 * copy) for copy in range(25)]
    figure = draw("single_pass", pd.concat(copies))
    assert "100 seeds" in written(figure) and "95 % t interval" in written(figure)
    figure.draw_without_rendering()
    assert all(Text.get_window_extent(t).x1 <= figure.bbox.x1 for t in figure.texts)


def test_order_agreement_reaches_one_on_ordered_losses(figures: Figures) -> None:
    shares = figures["generalization_complexity"].axes[1].lines[-1].get_ydata()
    assert shares[-1] == 1.0
    assert min(shares) < 0.6


def test_a_single_complexity_has_no_order_to_show(tables: Tables, draw: Draw) -> None:
    table = tables["single_pass"]
    figure = draw("single_pass", table[table["cell"] == "2^12"])
    assert len(figure.axes) == 1
    assert figure.axes[0].get_xlabel() == "updates"


@pytest.mark.parametrize("name", ["compression_grid_a", "compression_grid_b"])
def test_grids_show_every_task_dimension_and_run(
    name: str, tables: Tables, figures: Figures
) -> None:
    table, figure = tables[name], figures[name]
    tasks = table[["approximation_complexity", "statistical_complexity"]].drop_duplicates()
    for width, complexity in tasks.itertuples(index=False):
        assert f"AC {width} · SC {complexity}" in written(figure)
    assert len(bands(figure)) == len(tasks)
    lines = figure.axes[0].lines
    curves, widths = lines[: 3 * len(tasks)], lines[3 * len(tasks) : -1]
    assert {d for line in curves for d in line.get_xdata()} == set(table["embedding_dimension"])
    assert [line.get_xdata()[0] for line in widths] == tasks["approximation_complexity"].tolist()
    assert "3 seeds" in written(figure)


def test_compute_shows_every_dimension(tables: Tables, figures: Figures) -> None:
    figure = figures["compression_compute"]
    dimensions = sorted(set(tables["compression_compute"]["embedding_dimension"]))
    labels = written(figure).splitlines()
    assert [d for d in dimensions if f"d = {d}" + " = AC" * (d == 16) not in labels] == []
    assert [line.is_dashed() for line in figure.axes[0].lines] == [d < 16 for d in dimensions]


def test_curves_are_geometric_means_over_runs(tables: Tables, figures: Figures) -> None:
    curves = [
        ("single_pass", "cell", "statistical_complexity", "step"),
        ("generalization_complexity", "cell", "statistical_complexity", "step"),
        ("compression_compute", "embedding_dimension", "embedding_dimension", "flops"),
    ]
    for name, line_values, order, point in curves:
        table = tables[name][lambda rows, point=point: rows[point] > 0]
        lines = figures[name].axes[0].lines
        cells = table.drop_duplicates(line_values).sort_values(order, kind="stable")[line_values]
        for cell, line in zip(cells, lines, strict=True):
            rows = table[table[line_values] == cell]
            means = np.exp(rows.assign(log=np.log(rows["loss"])).groupby(point)["log"].mean())
            assert np.asarray(line.get_xdata()) == pytest.approx(means.index.to_numpy())
            assert np.asarray(line.get_ydata()) == pytest.approx(means.to_numpy())


def test_exact_factorization_shows_every_graph_under_its_bounds(
    tables: Tables, figures: Figures
) -> None:
    table = tables["exact_factorization"].sort_values(
        ["approximation_complexity", "parents", "graph"], kind="stable"
    )
    ranks, errors = (
        next(c for c in axes.collections if isinstance(c, PathCollection)).get_offsets().data
        for axes in figures["exact_factorization"].axes
    )
    assert len(ranks) == len(errors) == 24
    assert ranks[:, 1].tolist() == table["measured_rank"].tolist()
    ratio = table["max_abs_error"] / table["rounding_bound"]
    assert errors[:, 1] == pytest.approx(ratio.to_numpy())
    assert ranks[:, 0].tolist() == errors[:, 0].tolist()
    # spread to the right of their complexity only, by less than a tenth of the largest
    aside = ranks[:, 0] - table["approximation_complexity"]
    assert aside.min() >= 0 and aside.max() < 3.2
    assert (ranks[:, 1] <= ranks[:, 0]).all()
    assert (errors[:, 1] <= 1).all()


def test_graph_shows_every_edge_of_graph_0(tables: Tables, figures: Figures) -> None:
    shown = tables["graph"][tables["graph"]["graph"] == 0]
    drawn = {(line.get_ydata()[0], line.get_ydata()[-1]) for line in figures["graph"].axes[0].lines}
    # nodes of both sides stand at equal distances from top to bottom
    heights = zip(
        1 - (shown["input_factor"] + 0.5) / 12, 1 - (shown["output_factor"] + 0.5) / 4, strict=True
    )
    assert np.array(sorted(drawn)) == pytest.approx(np.array(sorted(heights)))
    assert len(figures["graph"].axes[0].lines) == 8
    assert "AC) 16" in written(figures["graph"]) and "SC) 128" in written(figures["graph"])


def test_diverged_run_is_named(tables: Tables, draw: Draw) -> None:
    table = tables["single_pass"].copy()
    table.loc[(table["run"] == 2) & (table["step"] == 300), "loss"] = np.nan
    with pytest.raises(ValueError, match="run = 2 has no finite loss at step = 300"):
        draw("single_pass", table)


def test_compute_of_two_tasks_is_refused(tables: Tables, draw: Draw) -> None:
    table = tables["compression_compute"].copy()
    table.loc[table["run"] == 1, "approximation_complexity"] = 8
    with pytest.raises(ValueError, match="too many values"):
        draw("compression_compute", table)


def test_graph_draws_factors_without_edges_too(figures: Figures) -> None:
    assert all(f"x_{{{i}}}" in written(figures["graph"]) for i in range(1, 13))


@pytest.mark.parametrize(
    ("runs", "note"), [(1, "1 seed, no band."), (2, "2 seeds; line: geometric mean")]
)
def test_smallest_grid_is_drawn(runs: int, note: str, tables: Tables, draw: Draw) -> None:
    table = tables["compression_grid_a"]
    table = table[table["embedding_dimension"].isin([2, 20]) & (table["run"] < runs)].copy()
    table.loc[table["embedding_dimension"] == 20, "loss"] = -1e-17  # rounding of a loss of 0
    assert note in written(draw("compression_grid_a", table[table["parents"] == 1]))


def test_notation() -> None:
    assert typeset("2^3*3^2*5") == "2³ · 3² · 5"
    assert typeset_all(["2^4", "2^4", "3^4"]) == "2⁴, 3⁴"
    assert typeset_all(["2^4", "3^4", "4^4", "4096"]) == "2⁴, …, 4096"
    assert [parent_range(p) for p in ([1], [2, 2], [4, 1])] == [
        "1 parent",
        "2 parents",
        "1 to 4 parents",
    ]
