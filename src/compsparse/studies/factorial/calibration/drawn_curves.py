"""Loss of compared networks, a panel a space: Figures 11 to 17 of document 004 (Appendix B)."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration.compared_curves import Label
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.drawing.losses import draw_losses
from compsparse.studies.factorial.drawing.notation import typeset

COLUMNS = ("space", "variant", "run", "step", "flops", "loss")

_HEIGHT = 2.5  # inches
_CHOICE_WIDTH = 2.2  # points
_MOST_DECADES = 8  # with a number each, in the width of a panel
_POINTS = {"flops": "training compute (FLOP)", "step": "updates"}


def draw(
    table: pd.DataFrame,
    words: str,
    *,
    chosen: Label,
    headline: fig.Headline,
    point: str = "flops",
    chosen_in_ink: bool = False,
) -> fig.Figure:
    """Draw a calibration result by the column ``point``.

    The line of the chosen variant is bold, and with ``chosen_in_ink`` apart from the others, whose
    colors are ordered. ``words`` are formatted with each variant.
    """
    variants = list(dict.fromkeys(table["variant"].tolist()))
    styles = _styles(variants, words, chosen if chosen_in_ink else None)
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    spaces = list(dict.fromkeys(trained["space"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, _HEIGHT)
    panels = figure.subplots(1, len(spaces), sharey=True, squeeze=False)[0]
    fig.headline(figure, headline)
    bands, labels = [], []
    for axes, space in zip(panels, spaces, strict=True):
        rows = trained[trained["space"] == space]
        curves = draw_losses(axes, rows, x=point, by="variant", styles=styles)
        axes.lines[list(styles).index(chosen)].set(linewidth=_CHOICE_WIDTH, zorder=3)
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
        axes.xaxis.set_major_locator(fig.LogLocator(numticks=_MOST_DECADES))
        axes.margins(x=0.02)
        axes.set(title=_panel_title(str(space)), xlabel=_POINTS[point])
    panels[0].set_ylabel("loss on unseen inputs (KL, nats)")
    fig.footer(figure, f"Bold: the document's choice, scaled. {fig.band_note(bands)}")
    return fig.settle(figure, *labels)


def _styles(
    variants: Sequence[Label], words: str, in_ink: Label | None
) -> dict[Label, tuple[str, str]]:
    ordered = [variant for variant in variants if variant != in_ink]
    colors = dict(zip(ordered, fig.sequential(len(ordered)), strict=True))
    return {v: (words.format(v), colors.get(v, fig.INK)) for v in variants}


def _panel_title(space: str) -> str:
    inputs, outputs = space.split(" -> ")
    kind = "unstructured" if len(Factorization.parse(outputs).sizes) == 1 else "structured"
    return f"{kind}: {typeset(inputs)} to {typeset(outputs)}"
