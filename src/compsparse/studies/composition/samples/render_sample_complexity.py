"""Render step: labelled sequences that the mixture needs, against N and against k."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig


@fig.renders("data", "folds", "symbols", "run", "pool", "accuracy", "needed")
def run(table: pd.DataFrame, *, folds: int, symbols: int) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.3)
    fig.headline(figure, "From the mixture, examples grow far slower than Nᵏ")
    panels = figure.subplots(1, 2, sharey=True)
    mixture = table[table["data"] == "mixture"]
    alone = table[table["data"] == "hard_only"]
    labels = []
    for axes, name, fixed, value, title in (
        (panels[0], "symbols", "folds", folds, f"k = {folds}"),
        (panels[1], "folds", "symbols", symbols, f"N = {symbols}"),
    ):
        rows = mixture[mixture[fixed] == value]
        places = np.array(sorted(set(rows[name])), dtype=np.float64)
        k = places if name == "folds" else np.full(len(places), float(folds))
        n = places if name == "symbols" else np.full(len(places), float(symbols))
        mean = _draw_measured(axes, rows, name)
        bound = k**4 * n**6
        ends = [
            fig.LineEnd(places[-1], mean, "measured", fig.INK),
            _draw_line(axes, places, n**k, "Nᵏ", (4, 2)),
            _draw_line(axes, places, k * n * np.log(n), "kN ln N", (1, 1)),
            _draw_line(axes, places, _start(rows, name) * bound / bound[0], "∝ k⁴N⁶", (6, 2, 1, 2)),
        ]
        if not np.isfinite(alone["needed"]).any():
            axes.plot(
                [symbols if name == "symbols" else folds],
                [alone["pool"].max()],
                color=fig.INK,
                linestyle="none",
                marker="^",
                markerfacecolor="white",
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.FixedLocator(places.tolist()))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_locator(fig.NullLocator())
        axes.set_xlabel("N, symbols" if name == "symbols" else "k, folds")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("labelled sequences")
    fig.footer(
        figure,
        f"Dots: each of {len(set(table['run']))} runs, pool at which k hops are 95 % right, "
        "interpolated between two sizes; full\n"
        "triangles: not reached. k⁴N⁶ is scaled to the first dots. "
        f"{_alone_note(alone)}",
    )
    return fig.settle(figure, *labels)


def _draw_measured(axes: fig.Axes, rows: pd.DataFrame, name: str) -> float:
    """Draw each run and the geometric mean; return where the mean ends, or the last limit."""
    runs = rows.groupby([name, "run"])["needed"].first().unstack()
    limit = float(rows["pool"].max())
    places = runs.index.to_numpy(dtype=float)
    for place, of_place in zip(places, runs.to_numpy(dtype=float), strict=True):
        for value in of_place:
            reached = np.isfinite(value)
            axes.plot(
                [place],
                [value if reached else limit],
                color=fig.INK,
                linestyle="none",
                marker="o" if reached else "^",
            )
    means = np.exp(np.log(runs.to_numpy(dtype=float)).mean(axis=1))
    axes.plot(places, means, color=fig.INK)
    last = float(means[-1])
    return last if np.isfinite(last) else limit


def _start(rows: pd.DataFrame, name: str) -> float:
    first = rows[rows[name] == rows[name].min()]
    return float(first["needed"].fillna(first["pool"].max()).mean())


def _draw_line(
    axes: fig.Axes,
    places: Float64[np.ndarray, " place"],
    values: Float64[np.ndarray, " place"],
    text: str,
    dashes: tuple[int, ...],
) -> fig.LineEnd:
    axes.plot(places, values, color=fig.GREY, linewidth=1.0, dashes=dashes)
    return fig.LineEnd(places[-1], float(values[-1]), text, fig.GREY)


def _alone_note(alone: pd.DataFrame) -> str:
    """Return what became of hard data alone."""
    largest = alone[alone["pool"] == alone["pool"].max()]
    accuracy = float(largest["accuracy"].mean())
    return (
        f"Open triangle: k hops\nalone, {int(largest['pool'].iloc[0]):,} sequences, "
        f"{accuracy:.0%} right."
        if not np.isfinite(alone["needed"]).any()
        else "k hops\nalone are learned here, too."
    )
