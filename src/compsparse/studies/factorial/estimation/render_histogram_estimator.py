"""Render step: the histogram's error and its excess over the mean (document 004, Theorem 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.estimation.sufficient_samples import deviation_allowance

_HEADROOM = 1.12
_KEYS = ["cells", "run", "failure_probability"]


@fig.renders("part", "law", "samples", *_KEYS, "total_variation", "expected_total_variation")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    uniform = table[table["law"] == "uniform"]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    panels = figure.subplots(1, 2)
    fig.headline(figure, headline)
    errors = _draw_errors(panels[0], uniform[uniform["part"] == "error"])
    deviations = _draw_deviations(panels[1], uniform[uniform["part"] == "failure"])
    fig.footer(
        figure,
        "Histogram of n samples of the uniform law on N M cells. "
        f"Circles: exact expectation.\n{fig.band_note(errors.bands + deviations.bands)}",
    )
    labels = (
        fig.label_line_ends(*p) for p in zip(panels, (errors.ends, deviations.ends), strict=True)
    )
    return fig.settle(figure, *labels)


def _spaces(table: pd.DataFrame) -> dict[int, tuple[str, str]]:
    return fig.name_groups(sorted(set(table["cells"])), "N M = {:,}", ordered=True)


def _draw_errors(axes: fig.Axes, table: pd.DataFrame) -> fig.Curves:
    styles = _spaces(table)
    curves = fig.draw_curves(
        axes, table, x="samples", y="total_variation", by="cells", styles=styles, geometric=True
    )
    for cells, (_, color) in styles.items():
        exact = (
            table[table["cells"] == cells].groupby("samples")["expected_total_variation"].first()
        )
        axes.plot(exact.index, exact, "o", markerfacecolor="none", color=color, markeredgewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="samples n", ylabel="total variation")
    axes.set_title("Error")
    return curves


def _draw_deviations(axes: fig.Axes, table: pd.DataFrame) -> fig.Curves:
    """Draw the excess of the error's quantiles over its mean, in units of 1/sqrt(n)."""
    excess = table["total_variation"] - table["expected_total_variation"]
    table = table.assign(excess=np.sqrt(table["samples"]) * excess)
    # the accuracy eps only sets n, which the unit takes out
    table = table.groupby(_KEYS)[["excess"]].mean().reset_index()
    table["rarity"] = 1 / table["failure_probability"]  # rarer to the right
    curves = fig.draw_curves(axes, table, x="rarity", y="excess", by="cells", styles=_spaces(table))
    probabilities = sorted(set(table["failure_probability"]), reverse=True)
    rarities = [1 / probability for probability in probabilities]
    bound = [deviation_allowance(1, probability) for probability in probabilities]
    top = _HEADROOM * max(bound)
    axes.fill_between(rarities, bound, top, color=fig.PALE, linewidth=0, zorder=0)
    axes.plot(rarities, bound, color=fig.GREY, linewidth=0.8)
    curves.ends.append(fig.LineEnd(rarities[-1], bound[-1], "bound", fig.GREY))
    axes.set(xscale="log", xlim=(rarities[0], rarities[-1]), ylim=(0.0, top))
    words = [f"{probability:g}" for probability in probabilities]
    fig.set_ticks(axes.xaxis, dict(zip(rarities, words, strict=True)))
    axes.set_xlabel("probability δ of a larger error")
    axes.set_ylabel("(error − mean error) · √n")
    axes.set_title("Shaded: beyond the term log(1/δ)")
    return curves
