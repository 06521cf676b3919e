"""Loss of compared networks, a panel a space: Figures 11 to 17 of document 004 (Appendix B)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration.compared_curves import Label
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.drawing.loss_band import loss_band
from compsparse.studies.factorial.drawing.notation import typeset

COLUMNS = ("space", "variant", "run", "step", "flops", "loss")

_HEIGHT = 2.5  # inches
_CHOICE_WIDTH = 2.2  # points
_MOST_DECADES = 8  # with a number each, in the width of a panel
_POINTS = {"flops": "training compute (FLOP)", "step": "updates"}

Write = Callable[[Label], str]


@dataclass(frozen=True)
class _Line:
    """How one variant is drawn in every panel."""

    variant: Label
    text: str
    color: str
    chosen: bool


def draw(
    table: pd.DataFrame,
    chosen: Label,
    *,
    title: str,
    point: str,
    write: Write,
    chosen_in_ink: bool = False,
) -> fig.Figure:
    """Draw a calibration result by the column ``point``, ``flops`` or ``step``.

    The line of the ``chosen`` variant is bold, and with ``chosen_in_ink`` apart from the others,
    whose colors are ordered. ``write`` returns the label of a variant.
    """
    lines = _lines(list(dict.fromkeys(table["variant"].tolist())), chosen, write, chosen_in_ink)
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    spaces = list(dict.fromkeys(trained["space"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, _HEIGHT)
    panels = figure.subplots(1, len(spaces), sharey=True, squeeze=False)[0]
    fig.headline(figure, title)
    bands: list[fig.Band] = []
    ends = []
    for axes, space in zip(panels, spaces, strict=True):
        axes.set_title(_panel_title(str(space)))
        ends.append(_draw_panel(axes, trained[trained["space"] == space], lines, point, bands))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.LogLocator(numticks=_MOST_DECADES))
        axes.margins(x=0.02)
        axes.set_xlabel(_POINTS[point])
    panels[0].set_ylabel("loss on unseen inputs (KL, nats)")
    fig.footer(figure, f"Bold: the document's choice, scaled. {fig.band_note(bands)}")
    labels = (fig.label_line_ends(*pair) for pair in zip(panels, ends, strict=True))
    return fig.settle(figure, *labels)


def _lines(
    variants: Sequence[Label], chosen: Label, write: Write, chosen_in_ink: bool
) -> list[_Line]:
    if chosen not in variants:
        raise ValueError(
            f"chosen is {chosen!r}; it must be one of the compared variants, {variants}."
        )
    ordered = [v for v in variants if v != chosen] if chosen_in_ink else variants
    colors = dict(zip(ordered, fig.sequential(len(ordered)), strict=True))
    return [_Line(v, write(v), colors.get(v, fig.INK), v == chosen) for v in variants]


def _draw_panel(
    axes: fig.Axes, rows: pd.DataFrame, lines: Sequence[_Line], point: str, bands: list[fig.Band]
) -> list[fig.LineEnd]:
    ends = []
    for line in lines:
        points, losses = fig.replicate_curves(
            rows[rows["variant"] == line.variant], point=point, value="loss"
        )
        band = loss_band(losses)
        fig.draw_band(axes, points, band, color=line.color)
        if line.chosen:
            axes.lines[-1].set(linewidth=_CHOICE_WIDTH, zorder=3)
        ends.append(fig.LineEnd(float(points[-1]), float(band.middle[-1]), line.text, line.color))
        bands.append(band)
    return ends


def _panel_title(space: str) -> str:
    inputs, outputs = space.split(" -> ")
    kind = "unstructured" if len(Factorization.parse(outputs).sizes) == 1 else "structured"
    return f"{kind}: {typeset(inputs)} to {typeset(outputs)}"
