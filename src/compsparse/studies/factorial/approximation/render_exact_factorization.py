"""Render step: rank and rounding error of the exact factorization (document 004, Theorem 1)."""

import numpy as np
import pandas as pd
import seaborn as sns
from jaxtyping import Float64, Int64

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.notation import parent_range, typeset_all

_SIDEWAYS = 0.09  # of the largest complexity: how far equal complexities are spread
_HEADROOM = 1.15


@fig.renders(
    "input_factors",
    "output_factors",
    "parents",
    "graph",
    "approximation_complexity",
    "measured_rank",
    "max_abs_error",
    "rounding_bound",
)
def run(table: pd.DataFrame) -> fig.Figure:
    table = table.sort_values(["approximation_complexity", "parents", "graph"], kind="stable")
    counts = sorted(set(table["parents"]))
    palette = dict(zip(counts, fig.sequential(len(counts)), strict=True))
    parents = table["parents"].to_numpy()
    across = _spread_sideways(table["approximation_complexity"])
    rank = table["measured_rank"].to_numpy(dtype=np.float64)
    ratio = (table["max_abs_error"] / table["rounding_bound"]).to_numpy(dtype=np.float64)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    ranks, errors = figure.subplots(1, 2)
    fig.headline(figure, "Exact factorization: rank and rounding error against their bounds")
    end = _HEADROOM * max(across.max(), rank.max())
    _draw_panel(ranks, across, rank, parents, palette, bound=(0.0, end), end=end, top=end)
    ranks.set_ylabel("rank of the log-likelihood matrix")
    ranks.set_title("Shaded: rank above AC")
    top = _HEADROOM * max(1.0, ratio.max())
    _draw_panel(errors, across, ratio, parents, palette, bound=(1.0, 1.0), end=end, top=top)
    errors.set_ylabel("largest error / rounding bound")
    errors.set_title("Shaded: error above its bound")
    fig.key(ranks, [(parent_range([count]), palette[count]) for count in counts])
    fig.footer(
        figure,
        f"One point for each of {len(table)} graphs, equal AC spread to the right. "
        f"Inputs {typeset_all(table['input_factors'])}; "
        f"outputs {typeset_all(table['output_factors'])}.",
    )
    return fig.settle(figure)


def _spread_sideways(complexity: pd.Series) -> Float64[np.ndarray, " graph"]:
    # to the right only: a point left of its complexity could seem to lie above the bound
    alike = complexity.groupby(complexity)
    within = (alike.cumcount() / alike.transform("size")).to_numpy(dtype=np.float64)
    return complexity.to_numpy(dtype=np.float64) + _SIDEWAYS * float(complexity.max()) * within


def _draw_panel(
    axes: fig.Axes,
    across: Float64[np.ndarray, " graph"],
    up: Float64[np.ndarray, " graph"],
    parents: Int64[np.ndarray, " graph"],
    palette: dict[int, str],
    *,
    bound: tuple[float, float],
    end: float,
    top: float,
) -> None:
    """Draw points under a bound, given by its heights at 0 and ``end``; shade what it forbids."""
    axes.fill_between([0.0, end], bound, [top, top], color=fig.PALE, linewidth=0, zorder=0)
    axes.plot([0.0, end], bound, color=fig.GREY, linewidth=0.8, zorder=1)
    sns.scatterplot(
        x=across,
        y=up,
        hue=parents,
        palette=palette,
        s=8,
        linewidth=0,
        zorder=2,
        clip_on=False,
        legend=False,
        ax=axes,
    )
    axes.grid(False)
    axes.set_xlim(0.0, end)
    axes.set_ylim(0.0, top)
    axes.set_xlabel("approximation complexity (AC)")
