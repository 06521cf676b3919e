"""Render step: accuracy of each hop over the stages of two curricula."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_run_panels, runs_note

_TITLES = {
    "cumulative": "stages go on with earlier hops",
    "strict": "each stage has its hop alone",
}
_WORDS_AT = 1.1  # above all curves


@fig.renders("data", "rate", "run", "hops", "step", "stage", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    labels, rates = draw_run_panels(figure, table, _TITLES)
    for axes, data in zip(figure.axes, _TITLES, strict=True):
        _mark_stages(axes, table[table["data"] == data], cumulative=data == "cumulative")
    figure.axes[0].set_ylim(-0.03, 1.2)
    figure.axes[0].set_yticks([0, 0.25, 0.5, 0.75, 1])
    fig.footer(
        figure,
        "Above: labelled hops. A transformer, each hop read after its layer, all weights trained.\n"
        f"{runs_note(table)} Rates chosen on validation: {rates}.",
    )
    return fig.settle(figure, *labels)


def _mark_stages(axes: fig.Axes, rows: pd.DataFrame, *, cumulative: bool) -> None:
    """Draw where stages end, and write the labelled hops over each."""
    hops, ends = sorted(set(rows["hops"])), rows.groupby("stage")["step"].max()
    start = 0
    for index, end in enumerate(ends):
        labelled = hops[: index + 1] if cumulative else [hops[index]]
        words = ", ".join(map(str, labelled))
        fig.write(axes, words, (start + end) / 2, _WORDS_AT, ha="center", va="center")
        if index < len(ends) - 1:
            axes.axvline(end, color=fig.GREY, linewidth=0.8)
        start = end
