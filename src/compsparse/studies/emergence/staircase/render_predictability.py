"""Render step: predicted against measured emergence times (document 003, part I)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import count_seeds, log_axes, panels

_PANELS = (
    ("from_rank", "from the rank of the skill alone", fig.CATEGORIES[1]),
    ("from_start", "from rank and random start", fig.CATEGORIES[0]),
)


@fig.renders("run", "rank", "time", "from_rank", "from_start")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    times = table[["time", "from_rank", "from_start"]].to_numpy(dtype=np.float64)
    if not ((times > 0) & np.isfinite(times)).all():
        raise ValueError(
            "A time is not positive and finite; the table holds learned directions only. Rebuild "
            "it with the evaluate step."
        )
    limits = (float(times.min()) / 1.25, float(times.max()) * 1.25)
    figure, pair = panels(headline, fig.COLUMN_AND_A_HALF, 3.1, 1, 2, sharex=True, sharey=True)
    for axes, (prediction, title, color) in zip(pair, _PANELS, strict=True):
        _draw_panel(axes, table, prediction, color, limits)
        axes.set_title(title)
    pair[0].set_ylabel("measured emergence time")
    fig.footer(
        figure,
        f"Population flow, {count_seeds(table['run'].nunique())}, {len(table)} skills; time: "
        "step size × steps. Left: the constant is fitted in each seed; right: nothing is.",
    )
    return fig.settle(figure)


def _draw_panel(
    axes: fig.Axes, table: pd.DataFrame, prediction: str, color: str, limits: tuple[float, float]
) -> None:
    log_axes(axes)
    axes.set(xlim=limits, ylim=limits, xlabel="predicted emergence time")
    axes.plot(limits, limits, color=fig.GREY, linewidth=0.7, zorder=1)
    axes.scatter(table[prediction], table["time"], s=5, color=color, alpha=0.55, linewidths=0)
    errors = np.log(table["time"] / table[prediction])
    spread = float(np.sqrt((errors**2).mean()))
    words = f"root mean square error {100 * spread:.2g} %"
    fig.write(axes, words, 0.96, 0.05, frame="axes", color=fig.INK, ha="right")
