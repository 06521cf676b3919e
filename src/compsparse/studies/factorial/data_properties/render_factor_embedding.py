"""Render step: factor vectors and their sum, ranks of embeddings (document 004, Figure 2)."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_model import factor_table, factorization
from compsparse.studies.factorial.drawing.notation import typeset

_OTHER_INPUTS = "#a0a0a0"
_KEY_ROOM = 0.6  # of the drawing's height, kept free above it


@fig.renders(
    "quantity", "input_factors", "run", "embedding_dimension", "factor", "element", "axis", "value"
)
def run(table: pd.DataFrame, *, input_factors: Sequence[int]) -> fig.Figure:
    """Draw the plane vectors, and the ranks of the space with the sizes ``input_factors``."""
    space = factorization.Factorization(tuple(input_factors))
    vectors = _vectors(table[table["quantity"] == "vector"])
    ranks = table[table["input_factors"] == space.label]
    if ranks["embedding_dimension"].isna().all():
        raise ValueError(
            f"The table has no ranks of {space.label}; evaluate and render must name one space."
        )
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    drawing, lines = figure.subplots(1, 2, width_ratios=[1.1, 1.0])
    fig.headline(figure, "Factor vectors add up to the vector of an input")
    _draw_sum(drawing, vectors)
    labels = _draw_ranks(lines, ranks, space)
    runs = ranks["run"].nunique()
    fig.footer(
        figure,
        f"Left: embedding in the plane, grey: the other inputs. Right: all {runs} embeddings "
        "agree at each d;\nlines: the smaller of d and the bound.",
    )
    return fig.settle(figure, labels)


def _vectors(rows: pd.DataFrame) -> list[Float64[np.ndarray, "_ axis"]]:
    if rows.empty:
        raise ValueError("The table has no rows of quantity 'vector'; evaluate with drawn_factors.")
    return [
        factor.pivot(index="element", columns="axis", values="value").to_numpy(dtype=np.float64)
        for _, factor in rows.groupby("factor")
    ]


def _draw_sum(axes: fig.Axes, vectors: list[Float64[np.ndarray, "_ axis"]]) -> None:
    choices = list(product(*(range(len(v)) for v in vectors)))
    points = np.array([sum(v[e] for v, e in zip(vectors, c, strict=True)) for c in choices])
    # the input that lies farthest out has the most room for its arrows
    shown = int(np.argmax(np.square(points).sum(axis=1)))
    others = np.delete(points, shown, axis=0)
    axes.scatter(others[:, 0], others[:, 1], s=10, color=_OTHER_INPUTS, linewidth=0, zorder=2)
    start = np.zeros(2)
    corners = [start]
    entries = []
    for factor, (factor_vectors, element) in enumerate(zip(vectors, choices[shown], strict=True)):
        color = fig.CATEGORIES[factor % len(fig.CATEGORIES)]
        end = start + factor_vectors[element]
        _arrow(axes, start, end, color, 1.3)
        entries.append((f"vector of $x_{{{factor + 1}}}={element}$", color))
        start = end
        corners.append(end)
    _arrow(axes, np.zeros(2), points[shown], fig.INK, 0.9)
    names = ", ".join(str(element) for element in choices[shown])
    entries.append((f"their sum: input ({names})", fig.INK))
    axes.scatter([0.0], [0.0], s=14, facecolor="white", edgecolor=fig.GREY, linewidth=0.8, zorder=4)
    every = np.concatenate([points, np.array(corners)])
    low, high = every.min(axis=0), every.max(axis=0)
    reach = 0.06 * (high - low).max()
    axes.set_xlim(low[0] - reach, high[0] + reach)
    axes.set_ylim(low[1] - reach, high[1] + reach + _KEY_ROOM * (high[1] - low[1]))
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_xlabel("first dimension")
    axes.set_ylabel("second dimension")
    fig.key(axes, entries)


def _arrow(
    axes: fig.Axes,
    start: Float64[np.ndarray, " axis"],
    end: Float64[np.ndarray, " axis"],
    color: str,
    width: float,
) -> None:
    axes.annotate(
        "",
        xy=(end[0], end[1]),
        xytext=(start[0], start[1]),
        arrowprops={
            "arrowstyle": "-|>",
            "color": color,
            "linewidth": width,
            "shrinkA": 0.0,
            "shrinkB": 0.0,
            "mutation_scale": 8.0,
        },
        zorder=3,
    )


def _draw_ranks(
    axes: fig.Axes, ranks: pd.DataFrame, space: factorization.Factorization
) -> fig.LineLabels:
    ends = []
    limits = {
        "rank of factors": (sum(space.sizes), "factor\nvectors:\n$\\Sigma p_i$"),
        "rank of inputs": (factor_table.span(space), "all inputs:\n$\\Sigma p_i - k + 1$"),
    }
    last = float(ranks["embedding_dimension"].max())
    colors = fig.CATEGORIES[: len(limits)]
    for (quantity, (limit, text)), color in zip(limits.items(), colors, strict=True):
        rows = ranks[ranks["quantity"] == quantity]
        way = np.array([0.0, float(limit), max(last, float(limit))])
        axes.plot(way, np.minimum(way, limit), color=color, linewidth=0.9)
        axes.plot(
            rows["embedding_dimension"],
            rows["value"],
            linestyle="none",
            marker="o",
            markerfacecolor="white",
            markeredgecolor=color,
            markeredgewidth=0.8,
            zorder=3,
        )
        ends.append(fig.LineEnd(float(way[-1]), float(limit), f"{text} = {limit}", color))
    axes.set_xlim(0, None)
    axes.set_ylim(0, 1.15 * max(limit for limit, _ in limits.values()))
    axes.set_xlabel("embedding dimension d")
    axes.set_ylabel("rank")
    axes.set_title(f"inputs {typeset(space.label)}")
    return fig.label_line_ends(axes, ends)
