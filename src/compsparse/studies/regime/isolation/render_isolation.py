"""Excess by architecture and training, and the variance that each explains."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.isolation.evaluate_isolation import variance_by_factor
from compsparse.studies.regime.strip import draw_seeds

_SHOWN = "alignment"
_NAMES = {
    "optimizer": "optimizer",
    "rate": "learning rate",
    "scale": "initial scale",
    "pixels": "pixels a step",
    "data": "half of the pixels",
}
_WIRINGS = {"own": ("own wiring", fig.CATEGORIES[1]), "dense": ("dense", fig.INK)}
_MARKERS = ("o", "^")  # by depth
_ARCHITECTURE, _FACTOR = fig.CATEGORIES[2], fig.CATEGORIES[3]


@fig.renders(
    "depth", "wiring", "variant", "factor", "run", "excess_alignment", "excess_score", "reference"
)
def run(table: pd.DataFrame) -> fig.Figure:
    networks = table[~table["reference"]]
    variants = list(dict.fromkeys(networks["variant"]))
    depths = sorted(networks["depth"].unique().tolist())
    shares = pd.DataFrame(variance_by_factor(networks))
    shares = shares[shares["measure"] == _SHOWN]
    factors = list(dict.fromkeys(shares["factor_name"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.2 * (len(variants) + len(factors)) + 2.9)
    above, below = figure.subplots(2, 1, height_ratios=[len(variants) + 2, len(factors) + 2])
    fig.headline(figure, "What architecture explains, and what training")
    above.axvline(0.0, color=fig.GREY, linewidth=0.8)
    for place, variant in enumerate(variants):
        for wiring, (_, color) in _WIRINGS.items():
            for marker, depth in zip(_MARKERS, depths, strict=False):
                rows = networks[
                    (networks["variant"] == variant)
                    & (networks["wiring"] == wiring)
                    & (networks["depth"] == depth)
                ]
                shift = 0.17 if marker == _MARKERS[1] else -0.17
                values = rows[f"excess_{_SHOWN}"].to_numpy(dtype=np.float64)
                _dots(above, values, place + shift, color, marker, f"{variant} {wiring} {depth}")
    above.set_yticks(range(len(variants)), [name.replace("_", " ") for name in variants])
    above.set_xlabel("excess of alignment")
    fig.key(above, list(_WIRINGS.values()))
    for place, factor in enumerate(factors):
        rows = shares[shares["factor_name"] == factor]
        for name, shift, color in (
            ("architecture", -0.15, _ARCHITECTURE),
            ("factor", 0.15, _FACTOR),
        ):
            values = rows[name].to_numpy(dtype=np.float64)
            _dots(below, values, place + shift, color, "o", f"{factor} {name}")
    below.axvline(0.0, color=fig.GREY, linewidth=0.8)
    below.set_yticks(range(len(factors)), [_NAMES[factor] for factor in factors])
    below.set_xlabel("fraction of the variance of the excess")
    fig.key(below, [("architecture", _ARCHITECTURE), ("the factor", _FACTOR)])
    for axes, number in ((above, len(variants)), (below, len(factors))):
        axes.set_ylim(number - 0.4, -2.2)  # room for the key
        axes.tick_params(axis="y", length=0)
    said = ", ".join(
        f"{shape}: {depth} layers"
        for shape, depth in zip(("dots", "triangles"), depths, strict=False)
    )
    fig.footer(
        figure,
        f"A point per seed ({networks['run'].nunique()}), bars: means. Top, {said}. Excess: over\n"
        "dense networks of the same depth and error. Bottom: omega squared, each factor in a\n"
        "design of its own with all depths and wirings; negative where it explains nothing.",
    )
    return fig.settle(figure)


def _dots(
    axes: fig.Axes, values: np.ndarray, height: float, color: str, marker: str, label: str
) -> None:
    style = {"markersize": 2.8, "markeredgewidth": 0.0, "alpha": 0.6, "label": label}
    draw_seeds(axes, height, values, color, marker, mean=(6.0, 1.4), **style)
