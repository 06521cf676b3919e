"""The figure of a user's table: its best wiring, beside the channels of all splits."""

import numpy as np

from compsparse.figures import api as fig
from compsparse.figures.theme import theme
from compsparse.studies.approximation.own_table.best_wiring import Node, Split

_NAMED = 8  # variables whose names fit below a tree


def draw_wiring(names: list[str], error: float, found: list[Split], tree: Node) -> fig.Figure:
    """Return the figure of the splits, fewest channels first, and the tree."""
    with theme():
        figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
        fig.headline(figure, f"The best of {len(found)} splits needs {_channels(found[0][1])}")
        left, right = figure.subplots(1, 2)
        left.set_title("channels above each node")
        _draw(left, tree, names)
        left.margins(0.12)
        left.axis("off")
        numbers = [number for _, number in found]
        places = np.arange(1, len(numbers) + 1)
        right.set_title("channels above a half")
        right.plot(places, numbers, color=fig.CATEGORIES[0], marker="o", markersize=3)
        right.set_ylim(0, None)
        right.xaxis.set_major_locator(fig.MaxNLocator(5, integer=True))
        right.yaxis.set_major_locator(fig.MaxNLocator(5, integer=True))
        right.set_xlabel("splits of the variables, sorted")
        fig.footer(figure, f"Ranks for an error of {error:g} of the variance. Nothing is trained.")
        return fig.settle(figure)


def _channels(number: int) -> str:
    return f"{number} channel" + ("" if number == 1 else "s")


def _draw(axes: fig.Axes, tree: Node, names: list[str]) -> None:
    """Draw a tree, leaves evenly along the bottom, and the channels above its nodes."""
    few, leaves = len(tree.variables) <= _NAMED, 0.0

    def place(node: Node) -> tuple[float, float]:
        nonlocal leaves
        if node.parts is None:
            point = (leaves, 0.0)
            leaves += 1
            if few:
                axes.annotate(
                    names[node.variables[0]],
                    point,
                    xytext=(0, -12),
                    textcoords="offset points",
                    ha="center",
                    fontsize=fig.SMALL_TEXT_SIZE,
                )
        else:
            below = [place(part) for part in node.parts]
            point = (float(np.mean([x for x, _ in below])), max(y for _, y in below) + 1)
            for end in below:
                axes.plot(*zip(point, end, strict=True), color=fig.GREY, linewidth=1, zorder=1)
        axes.plot(*point, marker="o", markersize=4, color=fig.CATEGORIES[0], zorder=2)
        if node.channels and (few or node.parts is not None):
            axes.annotate(
                str(node.channels),
                point,
                xytext=(4, 3),
                textcoords="offset points",
                fontsize=fig.SMALL_TEXT_SIZE,
                color=fig.for_text(fig.CATEGORIES[0]),
            )
        return point

    place(tree)
