"""Draw a bipartite graph: input factors on the left, output factors on the right."""

from collections.abc import Mapping, Sequence

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
    axes.set_xlim(-0.17, 1.56)
    axes.set_ylim(-0.06, 1.1)
    input_y = dict(zip(inputs, _spread(len(inputs)), strict=True))
    output_y = dict(zip(outputs, _spread(len(outputs)), strict=True))
    used = {factor for group in parents.values() for factor in group}
    for index, (output, size) in enumerate(outputs.items()):
        color = fig.CATEGORIES[index % len(fig.CATEGORIES)]
        for parent in parents[output]:
            _edge(axes, input_y[parent], output_y[output], color)
        _node(axes, _OUTPUTS_X, output_y[output], f"y_{{{output + 1}}}", color, filled=True)
        names = ", ".join(f"$x_{{{parent + 1}}}$" for parent in parents[output])
        text = f"size {size:,}\n" + (f"from {names}" if names else "no parents")
        _beside(axes, _OUTPUTS_X, output_y[output], text, fig.for_text(color), side=1)
    for factor, size in inputs.items():
        color = fig.INK if factor in used else _UNUSED
        _node(axes, _INPUTS_X, input_y[factor], f"x_{{{factor + 1}}}", color, filled=False)
        note = fig.GREY if factor in used else _UNUSED
        _beside(axes, _INPUTS_X, input_y[factor], f"{size:,}", note, side=-1)
    for x, text in ((_INPUTS_X, "input factors, size"), (_OUTPUTS_X, "output factors")):
        axes.text(x, 1.09, text, ha="center", va="center", color=fig.GREY)


def _spread(count: int) -> list[float]:
    """Return evenly spaced heights from top to bottom, with half a space at either end."""
    return [float(y) for y in 1 - (np.arange(count) + 0.5) / count]


def _edge(axes: fig.Axes, start: float, end: float, color: str) -> None:
    # a cosine leaves and enters the nodes horizontally, which keeps crossings apart from nodes
    way = np.linspace(0.0, 1.0, 60)
    height = start + (end - start) * (1 - np.cos(np.pi * way)) / 2
    axes.plot(_INPUTS_X + way * (_OUTPUTS_X - _INPUTS_X), height, color=color, zorder=1)


def _node(axes: fig.Axes, x: float, y: float, name: str, color: str, *, filled: bool) -> None:
    axes.scatter(
        [x],
        [y],
        s=_NODE_AREA,
        facecolor=color if filled else "white",
        edgecolor=color,
        linewidth=0.8,
        zorder=2,
    )
    axes.text(
        x,
        y,
        f"${name}$",
        ha="center",
        va="center_baseline",
        fontsize=fig.SMALL_TEXT_SIZE,
        color="white" if filled else color,
        zorder=3,
    )


def _beside(axes: fig.Axes, x: float, y: float, text: str, color: str, *, side: int) -> None:
    axes.annotate(
        text,
        (x, y),
        xytext=(side * (_NODE_RADIUS + 2.0), 0),
        textcoords="offset points",
        ha="left" if side > 0 else "right",
        va="center",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=color,
    )
