"""Render step: steps until one direction is learned (document 003, 'Emergent learning curve')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.single_direction import figure_parts

_LAWS = {2: "d log d", 3: "d²", 4: "d³"}
_EDGE_CASE = 2
_DASHES = (0.0, (3.0, 1.5))


@fig.renders(
    "order",
    "step_constant",
    "dimension",
    "group",
    "runs",
    "given_up",
    "failed",
    "steps",
    "predicted",
)
def run(table: pd.DataFrame) -> fig.Figure:
    swept = [k for k, rows in _by_order(table) if rows["step_constant"].nunique() > 1]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, f"Online SGD needs about d{fig.raised('k-1')} steps to learn a direction")
    panels = figure.subplots(
        1, 1 + len(swept), squeeze=False, width_ratios=[1.25] + [1.0] * len(swept)
    )[0]
    bands = _draw_steps(panels[0], table)
    for axes, k in zip(panels[1:], swept, strict=True):
        _draw_limit(axes, table[table["order"] == k], k)
    size = int(table["runs"].iloc[0])
    failed, given_up = int(table["failed"].sum()), int(table["given_up"].sum())
    fig.footer(
        figure,
        "Online SGD, one sample a step, to m² > 1/2; left: smallest step constant of each k. "
        "Theory: drift and\nnoise of a step, nothing fitted. "
        f"Of {size * len(table):,} runs, "
        f"{failed:,} overflowed and {given_up:,} were given up; both count as infinite.\n"
        f"Medians of groups of {size} runs as seeds:\n{fig.band_note(bands)}"
        + (" Bars: likewise, of the mean." if swept else ""),
    )
    return fig.settle(figure)


def _by_order(table: pd.DataFrame) -> list[tuple[int, pd.DataFrame]]:
    return [(k, table[table["order"] == k]) for k in sorted(set(table["order"].astype(int)))]


def _draw_steps(axes: fig.Axes, table: pd.DataFrame) -> list[fig.Band]:
    bands = []
    for k, rows in _by_order(table):
        finest = rows[rows["step_constant"] == rows["step_constant"].min()]
        dimensions, steps = fig.replicate_curves(
            finest, point="dimension", value="steps", replicate="group"
        )
        bands.append(fig.log_band(steps, "steps"))
        color, last = figure_parts.COLORS[k], float(bands[-1].middle[-1])
        theory = finest.groupby("dimension")["predicted"].first().to_numpy()
        axes.plot(dimensions, theory, color=fig.INK, linewidth=0.9, linestyle=_DASHES, zorder=4)
        fig.draw_band(axes, dimensions, bands[-1], color=color)
        axes.plot(dimensions, bands[-1].middle, color=color, linestyle="none", marker="o")
        # the edge case reaches the panel's right edge
        end = float(dimensions[-1]), last
        figure_parts.label_point(
            axes, *end, f"k = {k}: {_LAWS[k]}", color, above_left=k == _EDGE_CASE
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.1)
    axes.set_xlabel("input dimension d")
    axes.set_ylabel("steps")
    axes.set_title("Steps; dashed: theory at this step")
    return bands


def _draw_limit(axes: fig.Axes, rows: pd.DataFrame, order: int) -> None:
    """Draw the exponents by step constant: of groups, and those that theory predicts."""
    constants, slopes = _exponents(rows, "steps")
    _, theory = _exponents(rows[rows["group"] == rows["group"].iloc[0]], "predicted")
    band, color = fig.mean_band(slopes), figure_parts.COLORS[order]
    error = np.stack([band.middle - band.low, band.high - band.middle])
    axes.axhline(order - 1, color=fig.GREY, linewidth=0.8)
    axes.text(
        constants[-1],
        order - 1,
        f"c → 0: {order - 1}",
        color=fig.GREY,
        ha="right",
        va="bottom",
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    axes.plot(
        np.append(0.0, constants),
        np.append(order - 1.0, theory[0]),
        color=fig.GREY,
        linewidth=0.8,
        linestyle=_DASHES,
    )
    axes.errorbar(
        constants, band.middle, error, color=color, linestyle="none", marker="o", elinewidth=0.9
    )
    axes.set_xlim(-0.05 * constants[-1], 1.1 * constants[-1])
    axes.set_xticks([0.0, *constants])
    axes.set_ylim(order - 1.5, order - 0.85)
    axes.set_xlabel("c of the step size c d^(−k/2)")
    axes.set_ylabel("exponent of d")
    axes.set_title(f"k = {order}: finite steps lower it")


def _exponents(rows: pd.DataFrame, column: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the step constants, and the exponents [group, constant]."""
    values = rows[["dimension", column]].to_numpy(dtype=np.float64)
    logarithms = pd.DataFrame(np.log(values), columns=["dimension", column], index=rows.index)
    keyed = logarithms.assign(group=rows["group"], step_constant=rows["step_constant"])
    slopes = keyed.groupby(["group", "step_constant"])[["dimension", column]].apply(
        lambda points: float(np.polyfit(points["dimension"], points[column], 1)[0])
    )
    table = slopes.unstack("step_constant")
    return table.columns.to_numpy(dtype=np.float64), table.to_numpy(dtype=np.float64)
