"""Render step: accuracy of each hop over the stages of two curricula."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.transformer.curves import draw_hops

_TITLES = {
    "cumulative": "stages go on with earlier hops",
    "strict": "each stage has its hop alone",
}
_WORDS_AT = 1.1  # above all curves


@fig.renders("data", "rate", "run", "hops", "step", "stage", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "A stage that drops earlier hops forgets them")
    panels = figure.subplots(1, 2, sharey=True)
    labels, rates = [], []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["data"] == data]
        labels.append(draw_hops(axes, rows))
        _mark_stages(axes, rows, cumulative=data == "cumulative")
        axes.set_title(title)
        rates.append(f"{rows['rate'].iloc[0]:g}")
    panels[0].set_ylim(-0.03, 1.2)
    panels[0].set_yticks([0, 0.25, 0.5, 0.75, 1])
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        "Above: hops that are labelled. A transformer, each hop read in its layer, all weights\n"
        f"trained. Thick: mean; thin: each of {len(set(table['run']))} runs, with permutations and "
        "first weights of its\n"
        f"own. Dashed: chance. Rates chosen on validation: {', '.join(rates)}.",
    )
    return fig.settle(figure, *labels)


def _mark_stages(axes: fig.Axes, rows: pd.DataFrame, *, cumulative: bool) -> None:
    """Draw where stages end, and write over each which hops it labels."""
    hops, ends = sorted(set(rows["hops"])), rows.groupby("stage")["step"].max()
    start = 0
    for index, end in enumerate(ends):
        labelled = hops[: index + 1] if cumulative else [hops[index]]
        axes.text(
            (start + end) / 2,
            _WORDS_AT,
            ", ".join(map(str, labelled)),
            ha="center",
            va="center",
            fontsize=fig.SMALL_TEXT_SIZE,
            color=fig.GREY,
        )
        if index < len(ends) - 1:
            axes.axvline(end, color=fig.GREY, linewidth=0.8)
        start = end
