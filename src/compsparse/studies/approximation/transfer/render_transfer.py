"""Render step: errors against examples, a related target beside an unrelated one."""

import pandas as pd

from compsparse.figures import api as fig

_ARMS = {
    "frozen": "copied, frozen",
    "fine_tuned": "copied, trained on",
    "scratch": "from scratch",
    "frozen_random": "random, frozen",
    "frozen_other": "of another source",
}


@fig.renders("target", "arm", "examples", "run", "error")
def run(table: pd.DataFrame, levels: int) -> fig.Figure:
    """``levels`` are copied."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.0)
    fig.headline(figure, "Frozen modules serve where the targets share them, and only there")
    panels = figure.subplots(1, 2, sharey=True)
    colors = dict(zip(_ARMS, fig.CATEGORIES, strict=False))
    titles = {"related": f"target shares {levels} levels", "unrelated": "target shares none"}
    labels, bands = [], []
    for axes, (target, title) in zip(panels, titles.items(), strict=True):
        ends = []
        rows = table[table["target"] == target]
        for arm in (of for of in _ARMS if of in set(rows["arm"])):
            of = rows[rows["arm"] == arm]
            places, values = fig.replicate_curves(of, point="examples", value="error")
            bands.append(fig.log_band(values, "error"))
            fig.draw_band(axes, places, bands[-1], color=colors[arm])
            end = float(bands[-1].middle[-1])
            ends.append(fig.LineEnd(places[-1], end, _ARMS[arm], colors[arm]))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(table["examples"]))))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_locator(fig.NullLocator())
        axes.set_xlabel("examples of the target")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        f"Tree networks; {levels} lower levels are copied from one trained on a source. All arms\n"
        f"have the same rates, restarts and steps. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
