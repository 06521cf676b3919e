"""Render step: unseen inputs with and without a new parent state (document 004, Section 2.2)."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS

_LOSSES = ["uncovered_loss", "covered_loss"]
_INPUTS = ("covered_inputs", "uncovered_inputs")


@fig.renders("parents", "seen_fraction", "run", *_INPUTS, *_LOSSES, "expected_covered_share")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    styles = shares.parents_styles(table["parents"])
    both = table.dropna(subset=_LOSSES)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, headline)
    _draw_losses(left, both, styles)
    bands = _draw_shares(right, table, styles)
    fig.key(right, list(styles.values()), corner="lower right")
    runs = f"{len(both)} of the {len(table)} networks have both kinds of inputs"
    fig.footer(
        figure,
        f"Left: {runs}, one dot each. Right: × as expected for a random split.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure)


def _draw_losses(axes: fig.Axes, both: pd.DataFrame, styles: fig.Styles[int]) -> None:
    axes.set(title="Loss on unseen inputs, by network (nats)", xscale="log", yscale="log")
    axes.set_xlabel("inputs with a parent state never seen")
    axes.set_ylabel("inputs with all parent states seen")
    if both.empty:
        fig.write(axes, "no network has both", 0.5, 0.5, frame="axes", ha="center")
        return
    both = both.assign(**both[_LOSSES].clip(lower=SMALLEST_LOSS))
    edge: dict[str, Any] = {"markeredgecolor": "white", "markeredgewidth": 0.4, "markersize": 4.5}
    for parents, (_, color) in styles.items():
        rows = both[both["parents"] == parents]
        fig.draw_dots(axes, rows, x=_LOSSES[0], y=_LOSSES[1], color=color, **edge)
    # both axes get one range, that of all dots
    limits = [*axes.get_xlim(), *axes.get_ylim()]
    ends = min(limits), max(limits)
    axes.set(xlim=ends, ylim=ends)
    axes.plot(ends, ends, color=fig.GREY, linewidth=0.6, zorder=1)
    fig.write(axes, "equal", ends[1], ends[1], shift=(-22, -8), ha="right", va="top")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(fig.LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_minor_locator(fig.NullLocator())


def _draw_shares(axes: fig.Axes, table: pd.DataFrame, styles: fig.Styles[int]) -> list[fig.Band]:
    axes.set_title("Share of inputs with all parent states seen")
    covered, uncovered = (table[name] for name in _INPUTS)
    table = table.assign(share=covered / (covered + uncovered))
    curves = fig.draw_curves(axes, table, x="seen_fraction", y="share", by="parents", styles=styles)
    expected = table.groupby(["parents", "seen_fraction"])["expected_covered_share"].mean()
    for parents, (_, color) in styles.items():
        axes.plot(expected[parents].index, expected[parents], "x", color=color)
    axes.set_ylim(-0.03, 1.03)
    shares.share_axis(axes)
    return curves.bands
