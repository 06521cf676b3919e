"""Draw a bipartite graph: input factors on the left, output factors on the right."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from compsparse.figures import api as fig

_INPUTS_X, _OUTPUTS_X = 0.0, 1.0
_NODE_AREA = 120.0  # square points
_NODE_RADIUS = 7.0  # points, with a little room
_UNUSED = "#a0a0a0"


def draw_graph(
    axes: fig.Axes,
    inputs: Mapping[int, int],
    outputs: Mapping[int, int],
    parents: Mapping[int, Sequence[int]],
) -> None:
    """Draw the factors with their sizes by index, and each output factor's edges in its color."""
    axes.set_axis_off()
    axes.set(xlim=(-0.17, 1.56), ylim=(-0.06, 1.1))
    input_y = dict(zip(inputs, _spread(len(inputs)), strict=True))
    output_y = dict(zip(outputs, _spread(len(outputs)), strict=True))
    used = {factor for group in parents.values() for factor in group}
    beside = _NODE_RADIUS + 2.0
    # a cosine leaves and enters the nodes horizontally, which keeps crossings apart from nodes
    way = np.linspace(0.0, 1.0, 60)
    rise = (1 - np.cos(np.pi * way)) / 2
    for index, (output, size) in enumerate(outputs.items()):
        color, y = fig.CATEGORIES[index % len(fig.CATEGORIES)], output_y[output]
        for parent in parents[output]:
            start = input_y[parent]
            height = start + (y - start) * rise
            axes.plot(_INPUTS_X + way * (_OUTPUTS_X - _INPUTS_X), height, color=color, zorder=1)
        _node(axes, _OUTPUTS_X, y, f"y_{{{output + 1}}}", color, filled=True)
        names = ", ".join(f"$x_{{{parent + 1}}}$" for parent in parents[output])
        text = f"size {size:,}\n" + (f"from {names}" if names else "no parents")
        fig.write(axes, text, _OUTPUTS_X, y, color=color, shift=(beside, 0), va="center")
    for factor, size in inputs.items():
        y = input_y[factor]
        color, note = (fig.INK, fig.GREY) if factor in used else (_UNUSED, _UNUSED)
        _node(axes, _INPUTS_X, y, f"x_{{{factor + 1}}}", color, filled=False)
        side: dict[str, Any] = {"shift": (-beside, 0), "ha": "right", "va": "center"}
        fig.write(axes, f"{size:,}", _INPUTS_X, y, color=note, **side)
    for x, text in ((_INPUTS_X, "input factors, size"), (_OUTPUTS_X, "output factors")):
        axes.text(x, 1.09, text, ha="center", va="center", color=fig.GREY)


def _spread(count: int) -> list[float]:
    """Return evenly spaced heights from top to bottom, with half a space at either end."""
    return [float(y) for y in 1 - (np.arange(count) + 0.5) / count]


def _node(axes: fig.Axes, x: float, y: float, name: str, color: str, *, filled: bool) -> None:
    face, ink = (color, "white") if filled else ("white", color)
    axes.scatter([x], [y], s=_NODE_AREA, facecolor=face, edgecolor=color, linewidth=0.8, zorder=2)
    style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "zorder": 3}
    axes.text(x, y, f"${name}$", color=ink, fontsize=fig.SMALL_TEXT_SIZE, **style)
