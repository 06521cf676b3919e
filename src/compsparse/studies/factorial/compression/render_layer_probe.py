"""Render step: what a linear probe reads from each layer (document 004, Remark 1)."""

import pandas as pd

from compsparse.figures import api as fig

_TARGETS = (
    ("relevant factors", fig.CATEGORIES[0], "-"),
    ("log probabilities", fig.CATEGORIES[1], (0.0, (3.0, 1.5))),
    ("irrelevant factors", fig.CATEGORIES[2], "-"),
)
_PANELS = (("learned", "learned embedding"), ("fixed", "fixed factor embedding"))


@fig.renders("embedding", "target", "depth", "run", "explained_variance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    panels = figure.subplots(1, 2, sharey=True)
    fig.headline(figure, "Through the layers the output becomes readable")
    bands: list[fig.Band] = []
    for axes, (embedding, title) in zip(panels, _PANELS, strict=True):
        rows = table[table["embedding"] == embedding]
        ends = _draw_panel(axes, rows, embedding, bands)
        axes.set_title(title)
    panels[0].set_ylabel("variance explained (R²)")
    panels[0].set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
    fig.footer(
        figure, f"Linear probe on inputs it was not fit to; 0: no skill. {fig.band_note(bands)}"
    )
    return fig.settle(figure, fig.label_line_ends(panels[1], ends))


def _draw_panel(
    axes: fig.Axes, rows: pd.DataFrame, embedding: str, bands: list[fig.Band]
) -> list[fig.LineEnd]:
    ends = []
    for target, color, dashes in _TARGETS:
        line = rows[rows["target"] == target]
        if line.empty:
            raise ValueError(
                f"The table has no target {target!r} of the {embedding} embedding; rebuild it "
                "with the evaluate step."
            )
        depths, values = fig.replicate_curves(line, point="depth", value="explained_variance")
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, depths, bands[-1], color=color, linestyle=dashes)
        ends.append(fig.LineEnd(float(depths[-1]), float(bands[-1].middle[-1]), target, color))
    axes.axhline(0.0, color=fig.GREY, linewidth=0.6)
    axes.set_xticks(depths, ["embed.", *(f"{int(depth)}" for depth in depths[1:])])
    axes.set_xlabel("after layer")
    return ends
