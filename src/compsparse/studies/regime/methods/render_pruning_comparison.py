"""Alignment, error and excess of methods at the same counts (document 001, Figures 30 to 37)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.scores.levels import DENSE, RANDOM

_PANELS = {
    "alignment": "alignment",
    "error": "mean squared error",
    "excess_alignment": "excess of alignment",
}
_APART = 1.035  # of neighbouring methods' marks, as a factor of the count


@fig.renders(
    "target", "training", "kind", "level", "run", "wanted", "alignment", "error", "excess_alignment"
)
def run(table: pd.DataFrame) -> fig.Figure:
    pruned = table[table["kind"] != DENSE]
    # methods are compared with the random mask
    trainings = [
        name
        for name in dict.fromkeys(pruned["training"])
        if RANDOM in set(pruned.loc[pruned["training"] == name, "kind"])
    ]
    pruned = pruned[pruned["training"].isin(trainings)]
    kinds = list(dict.fromkeys(pruned["kind"]))
    cases = [(target, name) for target in dict.fromkeys(pruned["target"]) for name in trainings]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.5 * len(_PANELS) + 0.9)
    panels = figure.subplots(len(_PANELS), len(cases), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, "Random masks align as well as SP at its counts")
    for column, (target, training) in enumerate(cases):
        rows = pruned[(pruned["target"] == target) & (pruned["training"] == training)]
        panels[0, column].set_title(f"{display_name(target)}, {OPTIMIZERS[training]}")
        for row, (measure, name) in enumerate(_PANELS.items()):
            axes = panels[row, column]
            for place, kind in enumerate(kinds):
                shift = _APART ** (place - (len(kinds) - 1) / 2)
                _draw(axes, rows[rows["kind"] == kind], measure, COLORS[kind], shift)
            axes.set_xscale("log")
            if measure == "error":
                axes.set_yscale("log")
            if measure.startswith("excess"):
                axes.axhline(0.0, color=fig.GREY, linewidth=0.8)
            if column == 0:
                axes.set_ylabel(name)
        panels[-1, column].set_xlabel("live weights")
    wanted = np.sort(pruned["wanted"].unique())
    few = wanted[np.append(np.diff(np.log(wanted)) > np.log(1.5), True)]  # labels apart
    panels[0, 0].xaxis.set_major_locator(fig.FixedLocator(few.tolist()))
    panels[0, 0].xaxis.set_minor_locator(fig.NullLocator())
    panels[0, 0].xaxis.set_major_formatter(fig.FuncFormatter(lambda count, _: f"{count:.0f}"))
    ends = [
        fig.LineEnd(float(wanted[-1]), _last(rows, kind), NAMES[kind], COLORS[kind])
        for kind in kinds
    ]
    labels = fig.label_line_ends(panels[0, -1], ends)
    fig.footer(
        figure,
        f"Mean of {pruned['run'].nunique()} seeds (geometric on the log axis), bars: smallest to "
        "largest. Two rounds, and one\nstraight to the smallest count; after each the optimizer "
        "named trains what is left.\nExcess: over dense networks of the same error; none where no "
        "dense one has it.",
    )
    return fig.settle(figure, labels)


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str, color: str, shift: float) -> None:
    by_count = rows.dropna(subset=[measure]).groupby("wanted")[measure]
    mean = np.exp(by_count.apply(lambda v: np.log(v).mean())) if measure == "error" else None
    middle = by_count.mean() if mean is None else mean
    places = middle.index.to_numpy(dtype=np.float64) * shift
    axes.vlines(places, by_count.min(), by_count.max(), color=color, linewidth=0.8, alpha=0.7)
    axes.plot(places, middle.to_numpy(), "o-", color=color, markersize=2.5, linewidth=0.8)


def _last(rows: pd.DataFrame, kind: str) -> float:
    """Return the mean alignment of a method at the largest count."""
    networks = rows[rows["kind"] == kind]
    return float(networks.loc[networks["wanted"] == networks["wanted"].max(), "alignment"].mean())
