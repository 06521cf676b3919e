"""Render step: one constant step beside suited steps (document 003, part I, 'Discretization')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.sample_complexity import figure_captions, medians


@fig.renders(
    "exponent", "rank", "excess", "run", "target", "level", "aligned", "reached", "overflowed"
)
def run(table: pd.DataFrame) -> fig.Figure:
    exponent = float(table["exponent"].max())
    rows = table[table["exponent"] == exponent]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    losses, shares = figure.subplots(1, 2)
    fig.headline(figure, "One step for all: twice the exponent, or the weak are lost")
    _draw_losses(losses, rows, exponent)
    labels = _draw_shares(shares, rows)
    fig.footer(
        figure,
        f"{figure_captions.beta(exponent)}. {figure_captions.sgd_note(rows)} Dashed: exponents of "
        f"theory;\n{medians.NOTE}.",
    )
    return fig.settle(figure, labels)


def _draw_losses(axes: fig.Axes, rows: pd.DataFrame, exponent: float) -> None:
    in_range = rows[rows["excess"] == 1]
    own = in_range[in_range["target"] == in_range["rank"]]
    constant = in_range[in_range["rank"] == in_range["rank"].max()]
    constant = constant[constant["target"].isin(own["rank"])]
    known = (1 - 2 * exponent) / (2 * exponent)
    entries = []
    for chosen, name, slope, color in (
        (own, "suited steps", known, fig.CATEGORIES[0]),
        (constant, "one step", 2 * known, fig.CATEGORIES[1]),
    ):
        curve = medians.of_runs(chosen, point="level", value="reached")
        medians.draw_across(axes, curve, color=color)
        _reference(axes, curve, slope, color)
        entries.append((f"{name}, theory {fig.in_type(slope, '.2g')}", color))
    # both end at the same point, so that no label at a line's end would tell them apart
    fig.key(axes, entries, corner="lower left")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_minor_locator(
        fig.LogLocator(subs=(2.0, 5.0))
    )  # room for labels below two powers
    axes.set_xlabel("samples n")
    axes.set_ylabel("loss that is left")
    axes.set_title("Exponent of the loss")


def _reference(axes: fig.Axes, curve: medians.Medians, slope: float, color: str) -> None:
    x, y = curve.middle, curve.points
    axes.plot(x, y[0] * (x / x[0]) ** slope, color=color, linestyle="--", linewidth=0.8)


def _draw_shares(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    weakest = rows[rows["rank"] == rows["rank"].max()]
    strongest = rows[rows["rank"] == 1]
    steps = [(f"step of p̄ = {weakest['rank'].iloc[0]}", weakest)]
    for excess, own in strongest.groupby("excess"):
        steps.append(("of p̄ = 1" if excess == 1 else f"{excess:g} times that", own))
    ends = []
    for (text, own), color in zip(steps, fig.sequential(len(steps)), strict=True):
        learned = own.assign(learned=own["aligned"].notna())
        share = learned.groupby("target")["learned"].mean()
        axes.plot(share.index, share, color=color, marker="o")
        ends.append(fig.LineEnd(float(share.index[-1]), float(share.iloc[-1]), text, color))
    axes.set_ylim(-0.03, 1.03)
    axes.set_xticks(sorted(set(rows["target"])))
    axes.set_xlabel("direction p, from strong to weak")
    axes.set_ylabel("share of runs that align it")
    axes.set_title("Directions learned, by step size")
    return fig.label_line_ends(axes, ends)
