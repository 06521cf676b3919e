"""The figure of a user's table: its best wiring, beside the channels of all splits."""

from itertools import count

import numpy as np

from compsparse.figures import api as fig
from compsparse.figures.theme import theme
from compsparse.studies.approximation.own_table.best_wiring import Node, Split

_NAMED = 8  # variables whose names fit below a tree


def draw_wiring(names: list[str], error: float, found: list[Split], tree: Node) -> fig.Figure:
    """Return the figure of the splits, fewest channels first, and the tree."""
    numbers = [number for _, number in found]
    channels = f"{numbers[0]} channel{'s' if numbers[0] != 1 else ''}"
    with theme():
        figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
        fig.headline(figure, f"The best of {len(found)} splits needs {channels}")
        left, right = figure.subplots(1, 2)
        left.set_title("channels above each node")
        _draw(left, tree, names)
        left.margins(0.12)
        left.axis("off")
        right.set_title("channels above a half")
        places = np.arange(1, len(numbers) + 1)
        right.plot(places, numbers, color=fig.CATEGORIES[0], marker="o", markersize=3)
        right.set_ylim(0, None)
        for axis in (right.xaxis, right.yaxis):
            axis.set_major_locator(fig.MaxNLocator(5, integer=True))
        right.set_xlabel("splits of the variables, sorted")
        fig.footer(figure, f"Ranks for an error of {error:g} of the variance. Nothing is trained.")
        return fig.settle(figure)


def _draw(axes: fig.Axes, tree: Node, names: list[str]) -> None:
    """Draw a tree, leaves evenly along the bottom, and the channels above its nodes."""
    few, leaves = len(tree.variables) <= _NAMED, count()

    def place(node: Node) -> tuple[float, float]:
        below = [place(part) for part in node.parts or ()]
        if below:
            x, y = float(np.mean([x for x, _ in below])), max(y for _, y in below) + 1
        else:
            x, y = float(next(leaves)), 0.0
            if few:
                name = names[node.variables[0]]
                fig.write(axes, name, x, y, color=fig.INK, shift=(0, -12), ha="center")
        for end in below:
            axes.plot((x, end[0]), (y, end[1]), color=fig.GREY, linewidth=1, zorder=1)
        axes.plot(x, y, marker="o", markersize=4, color=fig.CATEGORIES[0], zorder=2)
        if node.channels and (few or below):
            fig.write(axes, str(node.channels), x, y, color=fig.CATEGORIES[0], shift=(4, 3))
        return x, y

    place(tree)
