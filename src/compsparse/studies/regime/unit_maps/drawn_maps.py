"""Draw a network as its units' maps, layer by layer, the image on top.

Red is -1, white 0, blue +1, as in document 001.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.image import AxesImage

from compsparse.figures import api as fig

# the document's colours, in shades that stay apart for every eye
SHADES = LinearSegmentedColormap.from_list(
    "maps", ["#7f0d1d", "#d6473c", "#f7b8a3", "#ffffff", "#a6cbe6", "#2f7fc0", "#0b2f6b"]
)
PICTURE = 2.8  # side of the picture in units of a map's
_GAP = 0.1  # between maps

Map = Float64[np.ndarray, "row column"]
Picture = Float64[np.ndarray, "row column channel"]


def extent(layers: int, columns: int) -> tuple[float, float]:
    """Return width and height of a network in units of a map's side."""
    return max(columns * (1 + _GAP), PICTURE), layers * (1 + _GAP) + PICTURE


def draw_network(
    axes: fig.Axes,
    picture: Picture,  # red, green and blue in [0, 1]
    layers: Sequence[Sequence[Map | None]],  # from left to right; None for an empty position
    columns: int,  # of the widest network in the figure
) -> list[AxesImage]:
    """Draw the picture above the maps, the first layer lowest; return the images of the maps."""
    width, height = extent(len(layers), columns)
    left, below = (width - PICTURE) / 2, height - PICTURE
    axes.imshow(
        picture, extent=(left, left + PICTURE, below, below + PICTURE), interpolation="bilinear"
    )
    drawn: list[AxesImage] = []
    for layer, maps in enumerate(layers):
        bottom = layer * (1 + _GAP)
        first = (width - len(maps) * (1 + _GAP) + _GAP) / 2
        for column, shown in enumerate(maps):
            start = first + column * (1 + _GAP)
            if shown is None:
                axes.plot(start + 0.5, bottom + 0.5, ".", color=fig.GREY, markersize=1.5)
                continue
            place = (start, start + 1, bottom, bottom + 1)
            drawn.append(axes.imshow(shown, extent=place, cmap=SHADES, vmin=-1.0, vmax=1.0))
            # a frame, since white maps would vanish
            around = [start, start + 1, start + 1, start, start]
            along = [bottom, bottom, bottom + 1, bottom + 1, bottom]
            axes.plot(around, along, color=fig.GREY, linewidth=0.35)
    axes.set_xlim(-0.05, width + 0.05)
    axes.set_ylim(-0.05, height + 0.05)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    return drawn


def number_layers(axes: fig.Axes, layers: int) -> None:
    """Write the numbers of the layers to the left of a network."""
    numbers = range(1, layers + 1)
    axes.set_yticks([(layer - 1) * (1 + _GAP) + 0.5 for layer in numbers], [*map(str, numbers)])
    axes.tick_params(axis="y", length=0)
    axes.set_ylabel("layer")


def colour_bar(figure: fig.Figure, panels: Sequence[fig.Axes], drawn: AxesImage) -> None:
    """Say below the panels what the colours of maps mean."""
    bar = figure.colorbar(
        drawn, ax=list(panels), orientation="horizontal", aspect=45, pad=0.01, shrink=0.4
    )
    bar.set_ticks([-1, 0, 1], labels=["−1", "0", "+1"])
    bar.outline.set_visible(False)


def draw_networks(
    networks: Sequence[tuple[str, Picture, Sequence[Sequence[Map | None]]]],
    columns: int,  # of the widest layer in the figure
    headline: fig.Headline,
) -> fig.Figure:
    """Return a figure of networks beside each other: of each a title, its picture, its layers."""
    layers = len(networks[0][2])
    width, height = extent(layers, columns)
    inches = (fig.COLUMN_AND_A_HALF - 0.3) / len(networks) / width  # side of a map
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, inches * height + 1.15)
    panels = list(figure.subplots(1, len(networks), squeeze=False)[0])
    fig.headline(figure, headline)
    drawn: list[AxesImage] = []
    for axes, (title, picture, maps) in zip(panels, networks, strict=True):
        drawn += draw_network(axes, picture.clip(0.0, 1.0), maps, columns)
        axes.set_title(title, fontsize=fig.SMALL_TEXT_SIZE, loc="center")
    number_layers(panels[0], layers)
    colour_bar(figure, panels, drawn[0])
    return figure
