"""Render step: labelled sequences that the mixture needs, against N and against k."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.reached import draw_reached


@fig.renders("data", "folds", "symbols", "run", "pool", "accuracy", "needed")
def run(table: pd.DataFrame, *, headline: fig.Headline, folds: int, symbols: int) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.3)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharey=True)
    mixture = table[table["data"] == "mixture"]
    alone = table[table["data"] == "hard_only"]
    lines = {
        "symbols": (mixture[mixture["folds"] == folds], "N, symbols", f"k = {folds}"),
        "folds": (mixture[mixture["symbols"] == symbols], "k, folds", f"N = {symbols}"),
    }
    labels = []
    for axes, (name, (rows, across, title)) in zip(panels, lines.items(), strict=True):
        ends = _draw_line(axes, rows, name)
        if alone["needed"].isna().all():
            largest = alone.nlargest(1, "pool")
            axes.plot(
                largest[name], largest["pool"], marker="^", color=fig.INK, markerfacecolor="white"
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        fig.set_ticks(axes.xaxis, sorted(set(rows[name])))
        axes.set_xlabel(across)
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("labelled sequences")
    fig.footer(
        figure,
        f"Dots: each of {table['run'].nunique()} runs, pool at which k hops are 95 % right, "
        "interpolated between two sizes; full\n"
        "triangles: not reached. k⁴N⁶ is scaled to the first dots. "
        f"{_alone_note(alone)}",
    )
    return fig.settle(figure, *labels)


def _draw_line(axes: fig.Axes, rows: pd.DataFrame, name: str) -> list[fig.LineEnd]:
    """Draw what each run needs, the geometric mean, and the laws to compare with."""
    limit = float(rows["pool"].max())
    runs = rows.drop_duplicates([name, "run"]).assign(limit=limit)
    draw_reached(axes, runs, name, "needed", "limit", fig.INK)
    needed = runs.pivot(index=name, columns="run", values="needed")
    mean = needed.transform(np.log).mean(axis=1, skipna=False).map(np.exp)
    axes.plot(mean, color=fig.INK)
    places = needed.index.to_numpy(dtype=np.float64)
    sizes = runs.groupby(name)[["folds", "symbols"]].first().astype(float)
    k, n = sizes["folds"].to_numpy(), sizes["symbols"].to_numpy()
    start = float(needed.iloc[0].fillna(limit).mean())
    bound = k**4 * n**6
    laws = (
        (n**k, "Nᵏ", (4, 2)),
        (k * n * np.log(n), "kN ln N", (1, 1)),
        (start * bound / bound[0], "∝ k⁴N⁶", (6, 2, 1, 2)),
    )
    ends = [fig.LineEnd(places[-1], float(mean.fillna(limit).iloc[-1]), "measured", fig.INK)]
    for values, text, dashes in laws:
        axes.plot(places, values, color=fig.GREY, linewidth=1.0, dashes=dashes)
        ends.append(fig.LineEnd(places[-1], float(values[-1]), text, fig.GREY))
    return ends


def _alone_note(alone: pd.DataFrame) -> str:
    """Return what became of hard data alone."""
    if alone["needed"].notna().any():
        return "k hops\nalone are learned here, too."
    largest = alone[alone["pool"] == alone["pool"].max()]
    return (
        f"Open triangle: k hops\nalone, {int(largest['pool'].iloc[0]):,} sequences, "
        f"{float(largest['accuracy'].mean()):.0%} right."
    )
