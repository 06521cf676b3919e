"""Render step: samples needed to reach a loss, by (SC) and learner (document 004, Section 3.2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.factorial.drawing.losses import draw_losses

_STYLES = {
    "histogram": ("histogram", fig.GREY),
    "one pass": ("network, one pass", fig.CATEGORIES[0]),
    "fixed sample": ("network, fixed sample", fig.CATEGORIES[1]),
    "fixed sample, factors given": ("fixed, factors given", fig.CATEGORIES[2]),
    "known structure": ("known structure", fig.INK),
}
_SC = "statistical_complexity"


@fig.renders("learner", _SC, "run", "target", "samples")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    targets = sorted(set(table["target"]), reverse=True)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.4)
    panels = figure.subplots(1, len(targets), sharey=True, squeeze=False)[0]
    fig.headline(figure, headline)
    bands, labels = [], []
    for axes, target in zip(panels, targets, strict=True):
        rows = table[table["target"] == target]
        # a learner without rows misses the target
        styles = {
            learner: (words + _exponent(rows[rows["learner"] == learner]), color)
            for learner, (words, color) in _STYLES.items()
        }
        curves = draw_losses(axes, rows, x=_SC, y="samples", by="learner", styles=styles)
        fig.set_ticks(axes.xaxis, sorted(set(rows[_SC])))
        axes.set(title=f"loss {target:g} nats", xlabel="statistical complexity (SC)")
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
    panels[0].set_ylabel("samples needed")
    fig.footer(
        figure,
        "Theory: ∝ SC with known structure, independent of SC for the histogram.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _exponent(rows: pd.DataFrame) -> str:
    if rows[_SC].nunique() < 2:
        return ""
    text = f"{log_log_slopes(rows, _SC, 'samples').mean():.2f}"
    without_minus_zero = text.lstrip("-") if float(text) == 0 else text
    return f"\n∝ SC$^{{{without_minus_zero}}}$"
