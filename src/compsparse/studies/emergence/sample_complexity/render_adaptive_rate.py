"""Render step: samples and loss at suited steps (document 003, part I, 'Discretization')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import log_axes, panels
from compsparse.studies.emergence.sample_complexity import medians


@fig.renders(
    "exponent", "rank", "excess", "run", "target", "level", "all_aligned", "reached", "overflowed"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    suited_rows = table[(table["target"] == table["rank"]) & (table["excess"] == 1)]
    figure, (directions, losses) = panels(headline, fig.COLUMN_AND_A_HALF, 2.7, 1, 2)
    labels = [_draw_directions(directions, suited_rows), _draw_losses(losses, table, suited_rows)]
    missing = int(suited_rows["reached"].isna().sum())
    fig.footer(
        figure,
        f"{medians.sgd_note(table)} Suited runs that miss their loss: {missing}.\n"
        f"Dashed: exponents of theory; {medians.NOTE}.",
    )
    return fig.settle(figure, *labels)


def _styles(rows: pd.DataFrame) -> dict[float, tuple[str, str]]:
    return fig.name_groups(sorted(set(rows["exponent"])), "β = {:g}")


def _draw_directions(axes: fig.Axes, suited_rows: pd.DataFrame) -> fig.LineLabels:
    ends = []
    for exponent, (name, color) in _styles(suited_rows).items():
        curve = medians.run_medians(
            suited_rows[suited_rows["exponent"] == exponent], point="rank", value="all_aligned"
        )
        medians.draw_medians(axes, curve, color=color)
        medians.draw_reference(axes, curve.points, curve.middle, 2 * exponent, color)
        text = f"{name},\ntheory {2 * exponent:g}"
        ends.append(fig.LineEnd(float(curve.points[-1]), float(curve.middle[-1]), text, color))
    log_axes(axes)
    fig.set_ticks(axes.xaxis, sorted(set(suited_rows["rank"])))
    axes.set(xlabel="p̄, directions to be learned", ylabel="samples until all are aligned")
    axes.set_title("Each p̄ at its own step size")
    return fig.label_line_ends(axes, ends)


def _draw_losses(axes: fig.Axes, table: pd.DataFrame, suited_rows: pd.DataFrame) -> fig.LineLabels:
    ends = []
    for exponent, (name, color) in _styles(suited_rows).items():
        suited = medians.run_medians(
            suited_rows[suited_rows["exponent"] == exponent], point="level", value="reached"
        )
        medians.draw_medians(axes, suited, color=color, beside=True)
        slope = (1 - 2 * exponent) / (2 * exponent)
        medians.draw_reference(axes, suited.middle[::-1], suited.points[::-1], slope, color)
        rows = table[(table["exponent"] == exponent) & (table["excess"] == 1)]
        wanted = rows[rows["target"].isin(suited_rows["rank"])]
        # for each loss, the fewest samples of any step size
        fewest = wanted.groupby(["run", "level"])[["reached"]].min().reset_index()
        best = medians.run_medians(fewest, point="level", value="reached")
        medians.draw_medians(axes, best, color=color, beside=True, dotted=True)
        for curve, text in ((suited, f"{name}, suited"), (best, f"{name}, best\nof all steps")):
            ends.append(fig.LineEnd(float(curve.middle[0]), float(curve.points[0]), text, color))
    medians.label_loss_axes(axes, "Loss by samples")
    return fig.label_line_ends(axes, ends)
