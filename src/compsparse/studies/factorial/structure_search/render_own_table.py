"""Render step: a reader's table, reordered by the factors that were found, and their graph."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.structure_search import evaluate_own_table

_LONGEST_NAME = 18  # letters
_CHOSEN = fig.CATEGORIES[1]


@dataclass(frozen=True)
class _Side:
    """Rows or columns in the order of the factors found."""

    names: list[str]  # of the tokens, ordered by the last factor, then by the one before
    values: list[list[str]]  # names of the values of each factor
    blocks: list[int]  # positions where the value of the last factor changes


@fig.renders(*evaluate_own_table.COLUMNS)
def run(table: pd.DataFrame) -> fig.Figure:
    rows = _side(table[table["part"] == evaluate_own_table.INPUT_VALUE], "input")
    columns = _side(table[table["part"] == evaluate_own_table.OUTPUT_VALUE], "output")
    cells = table[table["part"] == evaluate_own_table.CELL]
    amounts = cells.pivot(index="input", columns="output", values="amount")
    amounts = amounts.loc[rows.names, columns.names]
    candidates = table[table["part"] == evaluate_own_table.CANDIDATE]
    chosen = candidates[candidates["chosen"] == 1].iloc[0]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.3)
    grid = figure.add_gridspec(2, 2, width_ratios=[1.15, 1.0], height_ratios=[1.25, 1.0])
    complexity = f"{int(chosen['statistical_complexity'])} of {amounts.size}"
    fig.headline(figure, _title(chosen, rows, columns, complexity))
    _draw_cells(figure.add_subplot(grid[:, 0]), amounts, rows, columns)
    edges = table[table["part"] == evaluate_own_table.EDGE]
    _draw_graph(figure.add_subplot(grid[0, 1]), edges, rows, columns)
    _draw_candidates(figure.add_subplot(grid[1, 1]), candidates, chosen)
    fig.footer(
        figure,
        f"Best of {int(chosen['amount']):,} factorizations with graphs: statistical complexity "
        f"(SC) {complexity}, approximation complexity\n"
        f"(AC) {int(chosen['approximation_complexity'])} of {min(amounts.shape)}. {_tests(chosen)}",
    )
    return fig.settle(figure)


def _title(chosen: pd.Series, rows: _Side, columns: _Side, complexity: str) -> str:
    if not chosen["found"]:
        return "No structure found in this table"
    inputs, outputs = (
        " × ".join(str(len(names)) for names in side.values) for side in (rows, columns)
    )
    return f"Structure found: {inputs} inputs, {outputs} outputs; SC {complexity}"


def _tests(chosen: pd.Series) -> str:
    """Describe the tests of the chosen candidate."""
    text = f"KL divergence from it {chosen['divergence']:.2g} nats."
    if pd.isna(chosen["structure_p"]):
        return text
    fit = "" if pd.isna(chosen["fit_p"]) else f", p = {chosen['fit_p']:.2g}"
    return (
        f"Fit: G² = {chosen['fit_statistic']:.0f}, "
        f"{int(chosen['degrees_of_freedom'])} degrees of freedom{fit}.\n"
        f"Outcomes permuted for each input are as structured: p = {chosen['structure_p']:.2g}."
    )


def _side(rows: pd.DataFrame, side: str) -> _Side:
    labels = rows.pivot(index=side, columns=f"{side}_factor", values="value")
    labels = labels.reindex(rows[side].drop_duplicates())
    ordered = labels.sort_values(list(reversed(labels.columns)), kind="stable")
    last = ordered.iloc[:, -1].to_numpy()
    values = [
        list(values.sort_values("value")["name"].drop_duplicates())
        for _, values in rows.groupby(f"{side}_factor")
    ]
    blocks = (np.flatnonzero(np.diff(last)) + 1).tolist() if labels.shape[1] > 1 else []
    return _Side(list(ordered.index), values, blocks)


def _draw_cells(axes: fig.Axes, amounts: pd.DataFrame, rows: _Side, columns: _Side) -> None:
    shares = amounts.div(amounts.sum(axis=1), axis=0)  # p(y | x)
    axes.imshow(shares, cmap="Blues", vmin=0.0, aspect="auto", interpolation="none")
    for positions, line in ((rows.blocks, axes.axhline), (columns.blocks, axes.axvline)):
        for position in positions:
            line(position - 0.5, color="white", linewidth=3.0)
    axes.set_yticks(range(len(rows.names)), [_short(name) for name in rows.names])
    axes.set_xticks(
        range(len(columns.names)), [_short(name) for name in columns.names], rotation=90
    )
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(False)
    axes.set_title("Share of each output, rows sum to 1\n(darker: larger), in the order found")


def _short(name: str) -> str:
    if len(name) <= _LONGEST_NAME:
        return name
    # what tells names apart often stands at their end
    half = _LONGEST_NAME // 2
    return f"{name[: half - 1]}…{name[-half:]}"


def _draw_graph(axes: fig.Axes, edges: pd.DataFrame, rows: _Side, columns: _Side) -> None:
    axes.set_axis_off()
    axes.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0), title="Inputs (left), outputs (right)")
    heights = [_heights(side) for side in (rows, columns)]
    colors = [fig.CATEGORIES[place % len(fig.CATEGORIES)] for place in range(len(heights[1]))]
    for parent, child in zip(edges["input_factor"], edges["output_factor"], strict=True):
        ends = [heights[0][int(parent)], heights[1][int(child)]]
        axes.plot([0.3, 0.68], ends, color=colors[int(child)], zorder=1)
    for factor, height in enumerate(heights[0]):
        _box(axes, 0.3, height, rows.values[factor], fig.INK, "right")
    for factor, height in enumerate(heights[1]):
        _box(axes, 0.68, height, columns.values[factor], colors[factor], "left")


def _heights(side: _Side) -> list[float]:
    """Return one height for each factor, with room for the names of its values."""
    lines = np.array([len(names) + 0.8 for names in side.values])
    return [float(h) for h in 1 - (np.cumsum(lines) - lines / 2) / lines.sum()]


def _box(axes: fig.Axes, x: float, y: float, names: list[str], color: str, side: str) -> None:
    box = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": color, "lw": 0.8}
    text = "\n".join(_short(name) for name in names)
    fig.write(axes, text, x, y, color=color, ha=side, va="center", bbox=box, zorder=2)


def _draw_candidates(axes: fig.Axes, candidates: pd.DataFrame, chosen: pd.Series) -> None:
    least = candidates.groupby("statistical_complexity")["divergence"].min()
    axes.scatter(least.index, least, s=7, color=fig.GREY, linewidth=0, clip_on=False)
    place = (float(chosen["statistical_complexity"]), float(chosen["divergence"]))
    axes.scatter(*place, s=26, color=_CHOSEN, linewidth=0, zorder=3, clip_on=False)
    fig.write(axes, "chosen", *place, color=_CHOSEN, shift=(3.0, 7.0))
    axes.set_ylim(bottom=0.0)
    axes.set_xlim(left=0.0)
    axes.xaxis.set_major_locator(fig.MaxNLocator(integer=True))
    axes.set(xlabel="statistical complexity (SC)", ylabel="KL (nats)")
    axes.set_title("Smallest divergence for each SC")
