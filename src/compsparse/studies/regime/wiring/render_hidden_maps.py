"""Maps of hidden units, red -1, white 0, blue +1 (document 001, Figures 1, 2 and 10 to 12)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.image import AxesImage

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import spoken
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN

_TITLES = {GENOME: "the genome itself", OWN: "its wiring, retrained", DENSE: "dense, trained"}
_SPOKEN = {"adam": "Adam", "muon": "Muon"}
# the document's colours, in shades that stay apart for every eye
_SHADES = LinearSegmentedColormap.from_list(
    "maps", ["#7f0d1d", "#d6473c", "#f7b8a3", "#ffffff", "#a6cbe6", "#2f7fc0", "#0b2f6b"]
)
_PICTURE = 2.8  # side of the picture in units of a map's
_GAP = 0.1  # between maps


@fig.renders("network", "error", "alignment", "layer", "unit", "activation", "line")
def run(table: pd.DataFrame, target: str, optimizer: str) -> fig.Figure:
    names = [name for name in _TITLES if name in set(table["network"])]
    top = int(table["layer"].max())
    hidden = table[table["layer"] < top]
    if hidden.empty:
        raise ValueError("The table has no map of a hidden unit; show at least one of a layer.")
    most = int(hidden.groupby(["network", "layer"])["unit"].nunique().max())
    width = max(most * (1 + _GAP), _PICTURE)
    height = (top - 1) * (1 + _GAP) + _PICTURE
    side = 1.55 / width  # inches of a map
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, side * height + 1.12)
    panels = figure.subplots(1, len(names), squeeze=False)[0]
    fig.headline(figure, f"The wiring alone lacks the parts: {spoken(target)}")
    maps: list[AxesImage] = []
    for axes, name in zip(panels, names, strict=True):
        rows = table[table["network"] == name]
        maps += _draw(axes, rows, top, width)
        error, alignment = rows["error"].iloc[0], rows["alignment"].iloc[0]
        known = f"error {error:.4f}".removesuffix(".0000") + f", alignment {alignment:.2f}"
        axes.set_title(f"{_TITLES[name]}\n{known}", fontsize=fig.SMALL_TEXT_SIZE, loc="center")
        axes.set_xlim(-0.05, width + 0.05)
        axes.set_ylim(-0.05, height + 0.05)
        axes.set_aspect("equal")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
    layers = range(1, top)
    panels[0].set_yticks([(layer - 1) * (1 + _GAP) + 0.5 for layer in layers], [*map(str, layers)])
    panels[0].tick_params(axis="y", length=0)
    panels[0].set_ylabel("layer")
    bar = figure.colorbar(
        maps[0], ax=list(panels), orientation="horizontal", aspect=45, pad=0.01, shrink=0.4
    )
    bar.set_ticks([-1, 0, 1], labels=["−1", "0", "+1"])
    bar.outline.set_visible(False)
    fig.footer(
        figure,
        f"Image on top. Of each layer at most {most} live units that are not linear, activations\n"
        "in turn; no map was looked at to choose. Gaps: layers whose live units are linear.\n"
        f"Trained with {_SPOKEN[optimizer]} from random weights, first seed.",
    )
    return fig.settle(figure)


def _draw(axes: fig.Axes, rows: pd.DataFrame, top: int, width: float) -> list[AxesImage]:
    """Draw the image above the maps of all layers, the first one lowest; return the maps."""
    left, below = (width - _PICTURE) / 2, (top - 1) * (1 + _GAP)
    axes.imshow(
        _picture(rows[rows["layer"] == top]),
        extent=(left, left + _PICTURE, below, below + _PICTURE),
        interpolation="bilinear",
    )
    maps: list[AxesImage] = []
    for layer, of_layer in rows[rows["layer"] < top].groupby("layer"):
        units = [lines for _, lines in of_layer.groupby("unit")]
        bottom = (int(str(layer)) - 1) * (1 + _GAP)
        first = (width - len(units) * (1 + _GAP) + _GAP) / 2
        for column, lines in enumerate(units):
            start = first + column * (1 + _GAP)
            extent = (start, start + 1, bottom, bottom + 1)
            maps.append(axes.imshow(_map(lines), extent=extent, cmap=_SHADES, vmin=-1.0, vmax=1.0))
            # a frame, since white maps would vanish
            around = [start, start + 1, start + 1, start, start]
            along = [bottom, bottom, bottom + 1, bottom + 1, bottom]
            axes.plot(around, along, color=fig.GREY, linewidth=0.35)
    return maps


def _map(lines: pd.DataFrame) -> Float64[np.ndarray, "row column"]:
    ordered = lines.sort_values("line")
    columns = [f"x{number}" for number in range(len(ordered))]
    values: Float64[np.ndarray, "row column"] = ordered[columns].to_numpy(dtype=np.float64) / 100
    return values


def _picture(rows: pd.DataFrame) -> Float64[np.ndarray, "row column channel"]:
    channels = [_map(lines) for _, lines in rows.groupby("unit")]
    rgb: Float64[np.ndarray, "row column channel"] = np.stack(channels, axis=2).clip(0.0, 1.0)
    return rgb
