"""Render step: rank and rounding error of the exact factorization (document 004, Theorem 1)."""

import pandas as pd
import seaborn as sns

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.notation import parent_range, typeset_all

_SIDEWAYS = 0.09  # of the largest complexity: how far equal complexities are spread
_HEADROOM = 1.15
_SORTED = ("approximation_complexity", "parents", "graph")


@fig.renders(
    *_SORTED, "input_factors", "output_factors", "measured_rank", "max_abs_error", "rounding_bound"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    table = table.sort_values(list(_SORTED), kind="stable")
    complexity = table["approximation_complexity"]
    # to the right only: a point left of its complexity could seem to lie above the bound
    alike = complexity.groupby(complexity)
    within = alike.cumcount() / alike.transform("size")
    table = table.assign(
        across=complexity + _SIDEWAYS * complexity.max() * within,
        ratio=table["max_abs_error"] / table["rounding_bound"],
    )
    counts = sorted(set(table["parents"]))
    palette = dict(zip(counts, fig.sequential(len(counts)), strict=True))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    ranks, errors = figure.subplots(1, 2)
    fig.headline(figure, headline)
    end = float(_HEADROOM * max(table["across"].max(), table["measured_rank"].max()))
    _draw_panel(ranks, table, "measured_rank", palette, bound=(0.0, end), end=end, top=end)
    ranks.set(ylabel="rank of the log-likelihood matrix", title="Shaded: rank above AC")
    top = float(_HEADROOM * max(1.0, table["ratio"].max()))
    _draw_panel(errors, table, "ratio", palette, bound=(1.0, 1.0), end=end, top=top)
    errors.set(ylabel="largest error / rounding bound", title="Shaded: error above its bound")
    fig.key(ranks, [(parent_range([count]), palette[count]) for count in counts])
    fig.footer(
        figure,
        f"One point for each of {len(table)} graphs, equal AC spread to the right. "
        f"Inputs {typeset_all(table['input_factors'])}; "
        f"outputs {typeset_all(table['output_factors'])}.",
    )
    return fig.settle(figure)


def _draw_panel(
    axes: fig.Axes,
    table: pd.DataFrame,
    column: str,
    palette: dict[int, str],
    *,
    bound: tuple[float, float],
    end: float,
    top: float,
) -> None:
    """Draw points under a bound, given by its heights at 0 and ``end``; shade what it forbids."""
    axes.fill_between([0.0, end], bound, [top, top], color=fig.PALE, linewidth=0, zorder=0)
    axes.plot([0.0, end], bound, color=fig.GREY, linewidth=0.8, zorder=1)
    style = {"s": 8, "linewidth": 0, "zorder": 2, "clip_on": False, "legend": False}
    sns.scatterplot(table, x="across", y=column, hue="parents", palette=palette, ax=axes, **style)
    axes.grid(False)
    axes.set(xlim=(0.0, end), ylim=(0.0, top), xlabel="approximation complexity (AC)")
