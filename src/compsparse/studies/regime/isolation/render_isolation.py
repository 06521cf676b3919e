"""Excess by architecture and training, and the variance that each explains."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.isolation.evaluate_isolation import variance_by_factor
from compsparse.studies.regime.panels import draw_seeds, name_lines

_SHOWN = "alignment"
_NAMES = {
    "optimizer": "optimizer",
    "rate": "learning rate",
    "scale": "initial scale",
    "pixels": "pixels a step",
    "data": "half of the pixels",
}
_WIRINGS = {"own": ("own wiring", fig.CATEGORIES[1]), "dense": ("dense", fig.INK)}
_MARKERS = (("o", -0.17), ("^", 0.17))  # by depth, with the place in a line
_ARCHITECTURE, _FACTOR = fig.CATEGORIES[2], fig.CATEGORIES[3]


@fig.renders(
    "depth", "wiring", "variant", "factor", "run", "excess_alignment", "excess_score", "reference"
)
def run(table: pd.DataFrame) -> fig.Figure:
    networks = table[~table["reference"]]
    variants = networks["variant"].unique().tolist()
    depths = sorted(networks["depth"].unique().tolist())
    shares = pd.DataFrame(variance_by_factor(networks))
    shares = shares[shares["measure"] == _SHOWN]
    factors = shares["factor_name"].unique().tolist()
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.2 * (len(variants) + len(factors)) + 2.9)
    above, below = figure.subplots(2, 1, height_ratios=[len(variants) + 2, len(factors) + 2])
    fig.headline(figure, "What architecture explains, and what training")
    for (variant, wiring, depth), rows in networks.groupby(["variant", "wiring", "depth"]):
        marker, shift = _MARKERS[depths.index(depth)]
        place = variants.index(variant) + shift
        label = f"{variant} {wiring} {depth}"
        _dots(above, rows[f"excess_{_SHOWN}"], place, _WIRINGS[str(wiring)][1], marker, label)
    above.set_xlabel("excess of alignment")
    fig.key(above, list(_WIRINGS.values()))
    for place, factor in enumerate(factors):
        rows = shares[shares["factor_name"] == factor]
        for name, shift, color in (
            ("architecture", -0.15, _ARCHITECTURE),
            ("factor", 0.15, _FACTOR),
        ):
            _dots(below, rows[name], place + shift, color, "o", f"{factor} {name}")
    below.set_xlabel("fraction of the variance of the excess")
    fig.key(below, [("architecture", _ARCHITECTURE), ("the factor", _FACTOR)])
    for axes, names in (
        (above, [name.replace("_", " ") for name in variants]),
        (below, [_NAMES[factor] for factor in factors]),
    ):
        fig.mark_place(axes, 0.0)
        name_lines(axes, names)
        axes.set_ylim(top=-2.2)  # room for the key
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
    axes: fig.Axes, values: pd.Series, height: float, color: str, marker: str, label: str
) -> None:
    style = {"markersize": 2.8, "markeredgewidth": 0.0, "alpha": 0.6, "label": label}
    draw_seeds(axes, height, values, color, marker, mean=(6.0, 1.4), **style)
