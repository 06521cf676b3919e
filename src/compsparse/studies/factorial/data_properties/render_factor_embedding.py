"""Render step: factor vectors and their sum, ranks of embeddings (document 004, Figure 2)."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_model import embedding
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.drawing.notation import typeset

_OTHER_INPUTS = "#a0a0a0"
_KEY_ROOM = 0.6  # of the drawing's height, kept free above it
_INDICES = ("run", "embedding_dimension", "factor", "element", "axis")


@fig.renders("quantity", "input_factors", *_INDICES, "value")
def run(table: pd.DataFrame, *, input_factors: Sequence[int], headline: fig.Headline) -> fig.Figure:
    """Draw the plane vectors, and the ranks of the space with the sizes ``input_factors``."""
    space = Factorization(tuple(input_factors))
    vectors = [
        factor.pivot(index="element", columns="axis", values="value").to_numpy(dtype=np.float64)
        for _, factor in table[table["quantity"] == "vector"].groupby("factor")
    ]
    ranks = table[table["input_factors"] == space.label]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    drawing, lines = figure.subplots(1, 2, width_ratios=[1.1, 1.0])
    fig.headline(figure, headline)
    _draw_sum(drawing, vectors)
    labels = _draw_ranks(lines, ranks, space)
    runs = ranks["run"].nunique()
    fig.footer(
        figure,
        f"Left: embedding in the plane, grey: the other inputs. Right, circles: {runs} embeddings "
        "at each d;\nlines: the smaller of d and the bound.",
    )
    return fig.settle(figure, labels)


def _draw_sum(axes: fig.Axes, vectors: list[Float64[np.ndarray, "_ axis"]]) -> None:
    choices = list(product(*(range(len(v)) for v in vectors)))
    points = np.array([sum(v[e] for v, e in zip(vectors, c, strict=True)) for c in choices])
    # the input that lies farthest out has the most room for its arrows
    shown = int(np.argmax(np.square(points).sum(axis=1)))
    others = np.delete(points, shown, axis=0)
    axes.scatter(others[:, 0], others[:, 1], s=10, color=_OTHER_INPUTS, linewidth=0, zorder=2)
    corners = [np.zeros(2)]
    entries = []
    for factor, (factor_vectors, element) in enumerate(zip(vectors, choices[shown], strict=True)):
        color = fig.CATEGORIES[factor % len(fig.CATEGORIES)]
        corners.append(corners[-1] + factor_vectors[element])
        _arrow(axes, corners[-2], corners[-1], color, 1.3)
        entries.append((f"vector of $x_{{{factor + 1}}}={element}$", color))
    _arrow(axes, corners[0], points[shown], fig.INK, 0.9)
    names = ", ".join(str(element) for element in choices[shown])
    entries.append((f"their sum: input ({names})", fig.INK))
    axes.scatter([0.0], [0.0], s=14, facecolor="white", edgecolor=fig.GREY, linewidth=0.8, zorder=4)
    every = np.concatenate([points, np.array(corners)])
    low, high = every.min(axis=0), every.max(axis=0)
    reach = 0.06 * (high - low).max()
    axes.set_xlim(low[0] - reach, high[0] + reach)
    axes.set_ylim(low[1] - reach, high[1] + reach + _KEY_ROOM * (high[1] - low[1]))
    axes.set(xticks=[], yticks=[], xlabel="first dimension", ylabel="second dimension")
    fig.key(axes, entries)


def _arrow(
    axes: fig.Axes,
    start: Float64[np.ndarray, " axis"],
    end: Float64[np.ndarray, " axis"],
    color: str,
    width: float,
) -> None:
    style = {"arrowstyle": "-|>", "shrinkA": 0.0, "shrinkB": 0.0, "mutation_scale": 8.0}
    arrow = {**style, "color": color, "linewidth": width}
    axes.annotate("", xy=tuple(end), xytext=tuple(start), arrowprops=arrow, zorder=3)


def _draw_ranks(axes: fig.Axes, ranks: pd.DataFrame, space: Factorization) -> fig.LineLabels:
    ends = []
    limits = {
        "rank of factors": (sum(space.sizes), "factor\nvectors:\n$\\Sigma p_i$"),
        "rank of inputs": (embedding.span(space), "all inputs:\n$\\Sigma p_i - k + 1$"),
    }
    last = float(ranks["embedding_dimension"].max())
    for (quantity, (limit, text)), color in zip(limits.items(), fig.CATEGORIES, strict=False):
        rows = ranks[ranks["quantity"] == quantity]
        way = np.array([0.0, limit, max(last, limit)])
        axes.plot(way, np.minimum(way, limit), color=color, linewidth=0.9)
        style: dict[str, Any] = {"x": "embedding_dimension", "y": "value", "mew": 0.8, "zorder": 3}
        hollow = np.ones(len(rows), dtype=np.bool_)
        fig.draw_dots(axes, rows, color=color, hollow=hollow, markersize=3.5, **style)
        ends.append(fig.LineEnd(float(way[-1]), float(limit), f"{text} = {limit}", color))
    axes.set_xlim(0, None)
    axes.set_ylim(0, 1.15 * max(limit for limit, _ in limits.values()))
    axes.set(xlabel="embedding dimension d", ylabel="rank", title=f"inputs {typeset(space.label)}")
    return fig.label_line_ends(axes, ends)
