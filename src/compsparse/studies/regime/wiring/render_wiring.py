"""Alignment against error, and its excess, for a genome's wiring and controls (Figure 2)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS as SHARED
from compsparse.studies.regime.kinds import OPTIMIZERS, display_name
from compsparse.studies.regime.panels import draw_seeds, name_lines
from compsparse.studies.regime.scores.excess import fit_nulls
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, KINDS, OWN

_MARKERS = ("o", "^")  # by optimizer
_MARK: dict[str, Any] = {"markersize": 3.2, "markeredgewidth": 0.0}


@fig.renders(
    "target", "optimizer", "kind", "run", "error", "alignment", "excess_alignment", "reference"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    networks = table[~table["reference"]]
    targets = list(dict.fromkeys(networks["target"]))
    optimizers = list(dict.fromkeys(networks["optimizer"]))
    kinds = [kind for kind in KINDS if kind != GENOME and kind in set(networks["kind"])]
    markers = dict(zip(optimizers, _MARKERS, strict=False))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.3)
    panels = figure.subplots(
        2, len(targets), squeeze=False, sharey="row", height_ratios=[1.0, 1.15]
    )
    fig.headline(figure, headline)
    for target, (against, strips) in zip(targets, panels.T, strict=True):
        rows = networks[networks["target"] == target]
        references = table[table["reference"] & (table["target"] == target)]
        against.set_title(display_name(target))
        _draw_against_error(against, rows, references, markers)
        _draw_excess(strips, rows, kinds, markers)
        against.set_xlabel("mean squared error")
        strips.set_xlabel("excess of alignment")
    panels[0, 0].set_ylabel("alignment")
    name_lines(panels[1, 0], [NAMES[kind] for kind in kinds])
    shapes = {"o": "dots", "^": "triangles"}
    said = ", ".join(f"{shapes[markers[name]]}: {OPTIMIZERS[name]}" for name in optimizers)
    fig.footer(
        figure,
        f"A point per network, {networks['run'].nunique()} seeds; {said}. Bars: means. Dashed:\n"
        "the genome's own network. Line, grey points: dense networks, stopped early or narrower.\n"
        "Excess: over the line at the same error; networks beyond its ends have none.",
    )
    return fig.settle(figure)


def _draw_against_error(
    axes: fig.Axes, networks: pd.DataFrame, references: pd.DataFrame, markers: dict[str, str]
) -> None:
    axes.set_xscale("log")
    style: dict[str, Any] = {"markersize": 2.5, "alpha": 0.6, "label": "reference"}
    axes.plot(references["error"], references["alignment"], ".", color=fig.GREY, **style)
    errors = np.geomspace(references["error"].min(), references["error"].max(), 200)
    expected = np.stack([null.scores(errors) for null in fit_nulls(references, "alignment")])
    axes.plot(errors, np.fmax.reduce(expected, axis=0), color=fig.GREY, linewidth=1.0, label="null")
    genome = networks[networks["kind"] == GENOME]["alignment"].mean()
    axes.axhline(genome, color=fig.INK, linewidth=0.8, linestyle="--", label=GENOME)
    trained = networks[networks["kind"] != GENOME]
    for (optimizer, kind), rows in trained.groupby(["optimizer", "kind"], sort=False):
        style = {"color": COLORS[str(kind)], "alpha": 0.85, "label": f"{optimizer} {kind}"}
        axes.plot(rows["error"], rows["alignment"], markers[str(optimizer)], **style, **_MARK)


def _draw_excess(
    axes: fig.Axes, networks: pd.DataFrame, kinds: list[str], markers: dict[str, str]
) -> None:
    fig.mark_place(axes, 0.0)
    for number, (optimizer, marker) in enumerate(markers.items()):
        shift = 0.34 * (number - (len(markers) - 1) / 2)
        for place, kind in enumerate(kinds):
            rows = networks[(networks["optimizer"] == optimizer) & (networks["kind"] == kind)]
            style = {"mean": (9.0, 1.6), "alpha": 0.6, "label": f"{optimizer} {kind}", **_MARK}
            values = rows["excess_alignment"]
            draw_seeds(axes, place + shift, values, COLORS[kind], marker, **style)


NAMES = {
    GENOME: "the genome itself",
    OWN: "own wiring",
    "rewired": "rewired",
    "foreign": "another genome's",
    "permuted": "permuted types",
    "random": "random",
    DENSE: "dense",
}
COLORS = {
    GENOME: fig.INK,
    OWN: fig.CATEGORIES[1],
    "rewired": fig.CATEGORIES[0],
    "foreign": fig.CATEGORIES[2],
    "permuted": fig.CATEGORIES[3],
    "random": fig.CATEGORIES[4],
    DENSE: SHARED[DENSE],
}
