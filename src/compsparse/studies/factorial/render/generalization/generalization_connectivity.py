"""Render step: loss on inputs never seen in training, one line per connectivity.

Document 004, Figure 6 (Section 4.4).
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("connectivity", "run", "step", "loss")

_EXTREME = (0.0, (3.0, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_generalization_connectivity``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    connectivities = sorted(set(trained["connectivity"]))
    with theme():
        figure = new_figure(COLUMN, max(2.9, 1.2 + 0.15 * len(connectivities)))
        axes = figure.subplots()
        headline(figure, "Unseen inputs: loss by connectivity")
        bands, ends = [], []
        for beta, color in zip(connectivities, sequential(len(connectivities)), strict=True):
            rows = trained[trained["connectivity"] == beta]
            steps, losses = replicate_curves(rows, point="step", value="loss")
            bands.append(loss_band(losses))
            extreme = beta in (0, 1)
            draw_band(axes, steps, bands[-1], color=color, linestyle=_EXTREME if extreme else "-")
            end = float(bands[-1].middle[-1])
            ends.append(LineEnd(float(steps[-1]), end, f"β = {beta:g}", color))
        untrained = loss_band(table[table["step"] == 0][["loss"]].to_numpy(dtype=float))
        level = float(untrained.middle[0])
        axes.axhline(level, color=GREY, linewidth=0.6, linestyle=":")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(steps[0], steps[-1])
        ends.append(LineEnd(float(steps[-1]), level, "untrained", GREY))
        axes.set_xlabel("updates")
        axes.set_ylabel("loss on unseen inputs (KL, nats)")
        footer(
            figure,
            f"β: probability of each edge; dashed: its extremes 0 and 1.\n{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
