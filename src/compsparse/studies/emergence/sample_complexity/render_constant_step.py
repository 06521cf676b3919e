"""Render step: one constant step beside suited steps (document 003, part I, 'Discretization')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import panels
from compsparse.studies.emergence.sample_complexity import medians


@fig.renders(
    "exponent", "rank", "excess", "run", "target", "level", "aligned", "reached", "overflowed"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    exponent = float(table["exponent"].max())
    rows = table[table["exponent"] == exponent]
    figure, (losses, shares) = panels(headline, fig.COLUMN_AND_A_HALF, 2.7, 1, 2)
    _draw_losses(losses, rows, exponent)
    labels = _draw_shares(shares, rows)
    fig.footer(
        figure,
        f"β = {exponent:g}. {medians.sgd_note(rows)} Dashed: exponents of theory;\n{medians.NOTE}.",
    )
    return fig.settle(figure, labels)


def _draw_losses(axes: fig.Axes, rows: pd.DataFrame, exponent: float) -> None:
    usable = rows[rows["excess"] == 1]
    suited = usable[usable["target"] == usable["rank"]]
    constant = usable[usable["rank"] == usable["rank"].max()]
    constant = constant[constant["target"].isin(suited["rank"])]
    known = (1 - 2 * exponent) / (2 * exponent)
    entries = []
    for chosen, name, slope, color in (
        (suited, "suited steps", known, fig.CATEGORIES[0]),
        (constant, "one step", 2 * known, fig.CATEGORIES[1]),
    ):
        curve = medians.run_medians(chosen, point="level", value="reached")
        medians.draw_medians(axes, curve, color=color, beside=True)
        medians.draw_reference(axes, curve.middle, curve.points, slope, color)
        entries.append((f"{name}, theory {fig.in_type(slope, '.2g')}", color))
    # both end at the same point, so that no label at a line's end would tell them apart
    fig.key(axes, entries, corner="lower left")
    medians.label_loss_axes(axes, "Exponent of the loss")


def _draw_shares(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    weakest = rows[rows["rank"] == rows["rank"].max()]
    strongest = rows[rows["rank"] == 1]
    steps = [(f"step of p̄ = {weakest['rank'].iloc[0]}", weakest)]
    for excess, cells in strongest.groupby("excess"):
        steps.append(("of p̄ = 1" if excess == 1 else f"{excess:g} times that", cells))
    ends = []
    for (text, cells), color in zip(steps, fig.sequential(len(steps)), strict=True):
        learned = cells.assign(learned=cells["aligned"].notna())
        share = learned.groupby("target")["learned"].mean()
        axes.plot(share.index, share, color=color, marker="o")
        ends.append(fig.LineEnd(float(share.index[-1]), float(share.iloc[-1]), text, color))
    axes.set(ylim=(-0.03, 1.03), xticks=sorted(set(rows["target"])))
    axes.set(xlabel="direction p, from strong to weak", ylabel="share of runs that align it")
    axes.set_title("Directions learned, by step size")
    return fig.label_line_ends(axes, ends)
