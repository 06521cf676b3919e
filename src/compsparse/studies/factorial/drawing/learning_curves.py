"""Loss against updates by input factorization, and its order (document 004, Figures 3 and 7)."""

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.factorial.drawing.complexity_styles import complexity_styles
from compsparse.studies.factorial.drawing.loss_band import loss_band
from compsparse.studies.factorial.drawing.notation import approximation, statistical, typeset

COLUMNS = (
    "cell",
    "swept",
    "approximation_complexity",
    "statistical_complexity",
    "run",
    "step",
    "loss",
)

_CHANCE = 0.5


def draw(table: pd.DataFrame, *, title: str, loss_name: str) -> fig.Figure:
    """Draw the loss of every cell and, below it, how well SC orders the cells."""
    # step 0 cannot be shown on a logarithmic axis
    trained = table[table["step"] > 0]
    cells = _cells_by_complexity(trained)
    curves = [
        fig.replicate_curves(trained[trained["cell"] == cell], point="step", value="loss")
        for cell in cells["cell"]
    ]
    steps = curves[0][0]
    if any(
        not np.array_equal(steps, other) or values.shape != curves[0][1].shape
        for other, values in curves
    ):
        raise ValueError(
            "The cells differ in their logged steps or in their number of runs; an order of cells "
            "needs all of them at each step and run. Train them with the same settings."
        )
    judged = _judged(cells)
    complexities = cells["statistical_complexity"].to_numpy(dtype=np.int64)[judged]
    ordered = len(set(complexities.tolist())) > 1  # a single complexity has no order to show
    figure = fig.new_figure(fig.COLUMN, 3.3 if ordered else 2.5)
    panels = fig.stacked_panels(figure, 3.2, 1.0) if ordered else fig.stacked_panels(figure, 1.0)
    fig.headline(figure, title)
    bands = [loss_band(values) for _, values in curves]
    ends = [_draw_losses(panels[0], steps, cells, bands)]
    panels[0].set_ylabel(loss_name)
    panels[-1].set_xlabel("updates")
    if ordered:
        losses = np.stack([values for _, values in curves])[judged]
        shares = _order_agreement(complexities, losses)
        bands.append(shares)
        ends.append([_draw_agreement(panels[1], steps, shares)])
    others = sorted(set(cells["approximation_complexity"]) - {_common_width(cells)})
    aside = f" Grey: {', '.join(map(approximation, others))}, not compared." if others else ""
    fig.footer(
        figure,
        f"Colored: {approximation(_common_width(cells))}.{aside} p: parents, 2 if not said.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(
        figure, *(fig.label_line_ends(*pair) for pair in zip(panels, ends, strict=True))
    )


def _cells_by_complexity(table: pd.DataFrame) -> pd.DataFrame:
    names = ["cell", "swept", "approximation_complexity", "statistical_complexity"]
    cells = table[names].drop_duplicates()
    mixed = cells["cell"].duplicated()
    if mixed.any():
        raise ValueError(
            f"The cell {cells['cell'][mixed].iloc[0]!r} has several statistical complexities; the "
            "figure needs one for all runs of a cell."
        )
    return cells.sort_values("statistical_complexity", kind="stable")


def _common_width(cells: pd.DataFrame) -> int:
    """Return the (AC) that most cells have: those are compared."""
    return int(cells["approximation_complexity"].mode().iloc[-1])


def _judged(cells: pd.DataFrame) -> Bool[np.ndarray, " cell"]:
    """Return whether the order of a cell is shown: those of the sweep with the common (AC)."""
    common = cells["approximation_complexity"] == _common_width(cells)
    judged: Bool[np.ndarray, " cell"] = (common & (cells["swept"] == 1)).to_numpy()
    return judged


def _draw_losses(
    axes: fig.Axes, steps: Float64[np.ndarray, " step"], cells: pd.DataFrame, bands: list[fig.Band]
) -> list[fig.LineEnd]:
    complexities = [int(value) for value in cells["statistical_complexity"]]
    ends = []
    comparable = cells["approximation_complexity"] == _common_width(cells)
    for cell, complexity, band, (complexity_color, dashes), compared in zip(
        cells["cell"], complexities, bands, complexity_styles(complexities), comparable, strict=True
    ):
        color = complexity_color if compared else fig.GREY
        fig.draw_band(axes, steps, band, color=color, linestyle=dashes)
        text = f"{typeset(str(cell))} · {statistical(complexity)}"
        ends.append(fig.LineEnd(float(steps[-1]), float(band.middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(steps[0], steps[-1])
    return ends


def _order_agreement(
    complexities: Int64[np.ndarray, " cell"], losses: Float64[np.ndarray, "cell run step"]
) -> fig.Band:
    _, runs, steps = losses.shape
    shares = [
        [stats.order_agreement(complexities, losses[:, run, step]) for step in range(steps)]
        for run in range(runs)
    ]
    return fig.mean_band(np.array(shares))


def _draw_agreement(
    axes: fig.Axes, steps: Float64[np.ndarray, " step"], shares: fig.Band
) -> fig.LineEnd:
    axes.axhline(_CHANCE, color=fig.GREY, linewidth=0.6)
    fig.draw_band(axes, steps, shares, color=fig.INK)
    axes.set_ylim(-0.04, 1.04)
    axes.set_yticks([0.0, _CHANCE, 1.0], ["0", "0.5", "1"])
    axes.set_title("Share of pairs at equal AC whose losses are ordered as SC")
    return fig.LineEnd(float(steps[-1]), _CHANCE, "chance", fig.GREY)
