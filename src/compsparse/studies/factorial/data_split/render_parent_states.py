"""Render step: unseen inputs with and without a new parent state (document 004, Section 2.2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS


@fig.renders(
    "parents",
    "seen_fraction",
    "run",
    "covered_inputs",
    "covered_loss",
    "uncovered_inputs",
    "uncovered_loss",
    "expected_covered_share",
)
def run(table: pd.DataFrame) -> fig.Figure:
    colors = shares.parents_colors(table["parents"])
    both = table.dropna(subset=["covered_loss", "uncovered_loss"])
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, "Generalization: unseen inputs by what was seen of their parents")
    _draw_losses(left, both, colors)
    bands = _draw_shares(right, table, colors)
    fig.key(
        right,
        [(shares.parents_name(parents), color) for parents, color in colors.items()],
        corner="lower right",
    )
    runs = f"{len(both)} of the {len(table)} networks have both kinds of inputs"
    fig.footer(
        figure,
        f"Left: {runs}, one dot each. Right: × as expected for a random split.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure)


def _draw_losses(axes: fig.Axes, both: pd.DataFrame, colors: dict[int, str]) -> None:
    axes.set_title("Loss on unseen inputs, by network (nats)")
    axes.set_xlabel("inputs with a parent state never seen")
    axes.set_ylabel("inputs with all parent states seen")
    axes.set_xscale("log")
    axes.set_yscale("log")
    if both.empty:
        axes.text(0.5, 0.5, "no network has both", transform=axes.transAxes, ha="center")
        return
    for parents, color in colors.items():
        rows = both[both["parents"] == parents]
        axes.plot(
            rows["uncovered_loss"].clip(lower=SMALLEST_LOSS),
            rows["covered_loss"].clip(lower=SMALLEST_LOSS),
            "o",
            color=color,
            markeredgecolor="white",
            markeredgewidth=0.4,
            markersize=4.5,
        )
    _draw_diagonal(axes)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(fig.LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_minor_locator(fig.NullLocator())


def _draw_diagonal(axes: fig.Axes) -> None:
    """Mark equal losses; both axes get one range, that of all dots."""
    limits = [*axes.get_xlim(), *axes.get_ylim()]
    ends = min(limits), max(limits)
    axes.set_xlim(*ends)
    axes.set_ylim(*ends)
    axes.plot(ends, ends, color=fig.GREY, linewidth=0.6, zorder=1)
    axes.annotate(
        "equal",
        (ends[1], ends[1]),
        xytext=(-22, -8),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.GREY,
    )


def _draw_shares(axes: fig.Axes, table: pd.DataFrame, colors: dict[int, str]) -> list[fig.Band]:
    axes.set_title("Share of inputs with all parent states seen")
    unseen = table["covered_inputs"] + table["uncovered_inputs"]
    table = table.assign(share=table["covered_inputs"] / unseen)
    bands = []
    for parents, color in colors.items():
        rows = table[table["parents"] == parents]
        fractions, covered = fig.replicate_curves(rows, point="seen_fraction", value="share")
        _, expected = fig.replicate_curves(
            rows, point="seen_fraction", value="expected_covered_share"
        )
        bands.append(fig.mean_band(covered))
        fig.draw_band(axes, fractions, bands[-1], color=color)
        axes.plot(fractions, expected.mean(axis=0), "x", color=color)
    axes.set_ylim(-0.03, 1.03)
    shares.share_axis(axes)
    axes.set_xlabel(shares.SHARE_NAME)
    return bands
