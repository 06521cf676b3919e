"""Maps of hidden units, red -1, white 0, blue +1 (document 001, Figures 1, 2 and 10 to 12)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.image import AxesImage

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import OPTIMIZERS, display_name
from compsparse.studies.regime.unit_maps.drawn_maps import (
    colour_bar,
    draw_network,
    extent,
    number_layers,
)
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN

_TITLES = {GENOME: "the genome itself", OWN: "its wiring, retrained", DENSE: "dense, trained"}


@fig.renders("network", "error", "alignment", "layer", "unit", "activation", "line")
def run(table: pd.DataFrame, *, target: str, optimizer: str) -> fig.Figure:
    names = [name for name in _TITLES if name in set(table["network"])]
    top = int(table["layer"].max())
    hidden = table[table["layer"] < top]
    if hidden.empty:
        raise ValueError("The table has no map of a hidden unit; show at least one of a layer.")
    most = int(hidden.groupby(["network", "layer"])["unit"].nunique().max())
    width, height = extent(top - 1, most)
    side = 1.55 / width  # inches of a map
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, side * height + 1.12)
    panels = list(figure.subplots(1, len(names), squeeze=False)[0])
    fig.headline(figure, f"The wiring alone lacks the parts: {display_name(target)}")
    maps: list[AxesImage] = []
    for axes, name in zip(panels, names, strict=True):
        rows = table[table["network"] == name]
        shown = [
            [_map(lines) for _, lines in rows[rows["layer"] == layer].groupby("unit")]
            for layer in range(1, top)
        ]
        maps += draw_network(axes, _picture(rows[rows["layer"] == top]), shown, most)
        error, alignment = rows["error"].iloc[0], rows["alignment"].iloc[0]
        known = f"error {error:.4f}".removesuffix(".0000") + f", alignment {alignment:.2f}"
        axes.set_title(f"{_TITLES[name]}\n{known}", fontsize=fig.SMALL_TEXT_SIZE, loc="center")
    number_layers(panels[0], top - 1)
    colour_bar(figure, panels, maps[0])
    fig.footer(
        figure,
        f"Image on top. Of each layer at most {most} live units that are not linear, activations\n"
        "in turn, chosen without looking at maps. Gaps: layers whose live units are linear.\n"
        f"Trained with {OPTIMIZERS[optimizer]} from random weights, first seed.",
    )
    return fig.settle(figure)


def _map(lines: pd.DataFrame) -> Float64[np.ndarray, "row column"]:
    ordered = lines.sort_values("line")
    columns = [f"x{number}" for number in range(len(ordered))]
    values: Float64[np.ndarray, "row column"] = ordered[columns].to_numpy(dtype=np.float64) / 100
    return values


def _picture(rows: pd.DataFrame) -> Float64[np.ndarray, "row column channel"]:
    channels = [_map(lines) for _, lines in rows.groupby("unit")]
    rgb: Float64[np.ndarray, "row column channel"] = np.stack(channels, axis=2).clip(0.0, 1.0)
    return rgb
