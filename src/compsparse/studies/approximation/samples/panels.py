"""Lines of all methods in two panels, one for each target: what two figures of this theme share."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.samples.words import METHODS, TARGETS


def draw_methods(rows: pd.DataFrame, point: str, label: str, headline: str) -> fig.Figure:
    """Draw errors against a column, with bands, and the footer that says over how many runs.

    Args:
        rows: of both targets.
        point: the column along the horizontal axis, in powers of two.
        label: of that axis.
        headline: the message.
    """
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.2)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharey=True)
    methods = [of for of in METHODS if of in set(rows["method"])]
    colors = dict(zip(methods, fig.CATEGORIES, strict=False))
    labels, bands = [], []
    for axes, (target, title) in zip(panels, TARGETS.items(), strict=True):
        ends = []
        for method in methods:
            of = rows[(rows["target"] == target) & (rows["method"] == method)]
            places, values = fig.replicate_curves(of, point=point, value="error")
            bands.append(fig.log_band(values, "error"))
            fig.draw_band(axes, places, bands[-1], color=colors[method])
            end = float(bands[-1].middle[-1])
            ends.append(fig.LineEnd(places[-1], end, METHODS[method], colors[method]))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(rows[point]))))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.set_xlabel(label)
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        "Networks have as many weights as the tree network. All methods choose among equally\n"
        f"many configurations on a fifth of the examples. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
