"""Render step: decision trees that learn automata (listed in document 000, NeurIPS 2024)."""

import pandas as pd

from compsparse.figures import api as fig

_KINDS = {"permutations": "automata that never forget", "maps": "random automata"}
_DASHES = (0.0, (2.0, 1.2))


@fig.renders("kind", "states", "symbols", "run", "strings", "accuracy", "end_accuracy")
def run(table: pd.DataFrame, *, training_length: int, test_length: int) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.8)
    fig.headline(figure, "Steps are learned exactly, whole strings are not")
    bands: list[fig.Band] = []
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    labels = []
    for axes, (kind, title) in zip(panels, _KINDS.items(), strict=True):
        labels.append(_panel(axes, table[table["kind"] == kind], bands))
        axes.set_title(title)
        if kind == "permutations":
            axes.text(
                0.98,
                0.31,
                "dashed: shown whole strings, chance",
                transform=axes.transAxes,
                ha="right",
                fontsize=fig.SMALL_TEXT_SIZE,
                color=fig.GREY,
            )
        axes.set_ylabel("correct last states")
    panels[-1].set_xlabel("training strings")
    fig.footer(
        figure,
        f"Solid: tree of single steps, strings of {test_length}. Dashed: tree of raw strings, "
        f"of {training_length}.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _panel(axes: fig.Axes, table: pd.DataFrame, bands: list[fig.Band]) -> fig.LineLabels:
    sizes = list(table.groupby(["states", "symbols"], sort=True))
    ends = []
    for ((states, _), rows), color in zip(sizes, fig.sequential(len(sizes)), strict=True):
        for value, linestyle in (("accuracy", "-"), ("end_accuracy", _DASHES)):
            strings, values = fig.replicate_curves(rows, point="strings", value=value)
            band = fig.mean_band(values)
            bands.append(band)
            fig.draw_band(axes, strings, band, color=color, linestyle=linestyle)
            if value == "accuracy":
                end = fig.LineEnd(
                    float(strings[-1]), float(band.middle[-1]), f"{states} states", color
                )
                ends.append(end)
    axes.set_xscale("log")
    axes.set_ylim(0.0, 1.04)
    return fig.label_line_ends(axes, ends)
