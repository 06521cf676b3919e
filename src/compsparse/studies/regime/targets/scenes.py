"""Scenes drawn at random: genomes with known parts, all of one graph.

A scene has two objects on a ground that darkens to one side. An object is where two bells across
turned axes add up to enough; a spot lies inside of it. So every scene is another picture with
other numbers on the same wiring, and a replicate can have a target of its own.
"""

import numpy as np

from compsparse.studies.regime.network.shape import OUTPUTS
from compsparse.studies.regime.targets.genome import Edge, Genome, Node

OBJECTS = 2
_SHARP = 60.0  # weight of bells in an object: edges are some pixels wide
_INSIDE = 1.7  # sum of both bells at an object's edge; 2 in its middle
_REACH = 0.28  # where two equal bells have that sum, in widths of a bell


def draw_scene(name: str, random: np.random.Generator) -> Genome:
    """Return a scene: places, sizes, turns, colours and spots are drawn."""
    nodes = [Node(label, "identity", "input", label) for label in ("x", "y", "bias")]
    nodes += [Node(label, "identity", "output", label) for label in OUTPUTS]
    edges: list[Edge] = []
    parts: dict[str, tuple[int, ...]] = {}

    def add(node: str, activation: str, **sources: float) -> list[int]:
        nodes.append(Node(node, activation, "hidden"))
        return join(node, **sources)

    def join(node: str, **sources: float) -> list[int]:
        start = len(edges)
        edges.extend(Edge(source, node, float(weight)) for source, weight in sources.items())
        return list(range(start, len(edges)))

    turn = random.uniform(0, 2 * np.pi)
    add("ground", "sigmoid", x=np.cos(turn), y=np.sin(turn), bias=0.3)
    # halves of differences, since a unit goes from -1 to 1
    hues = random.permutation(OBJECTS + 1) / (OBJECTS + 1) + random.uniform(-0.05, 0.05)
    light = random.uniform(0.35, 0.6)
    colour = {"hue": hues[0], "saturation": 0.3, "brightness": light}
    changes: dict[str, dict[str, float]] = {"ground": {"brightness": random.uniform(0.08, 0.15)}}
    for number, (column, row) in enumerate(_places(random)):
        thing, size = f"object_{number}", random.uniform(0.32, 0.42)
        angle = random.uniform(-np.pi / 4, np.pi / 4)
        along = (np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))
        stretch = random.uniform(0.8, 1.2)
        radii = size * stretch, size / stretch
        spot = random.uniform(-0.3, 0.3, 2) * radii
        for axis, (direction, radius, moved) in enumerate(zip(along, radii, spot, strict=True)):
            middle = column * direction[0] + row * direction[1]
            add(f"{thing}_axis_{axis}", "identity", x=direction[0], y=direction[1], bias=-middle)
            axis_name = f"{thing}_axis_{axis}"
            add(f"{thing}_bell_{axis}", "gaussian", **{axis_name: _REACH / radius})
            narrow = _REACH / (0.5 * radius)
            centre = {axis_name: narrow, "bias": -narrow * moved}
            add(f"{thing}_spot_bell_{axis}", "gaussian", **centre)
        bells = {f"{thing}_bell_0": _SHARP, f"{thing}_bell_1": _SHARP}
        add(thing, "sigmoid", **bells, bias=-_SHARP * _INSIDE)
        small = {f"{thing}_spot_bell_0": _SHARP, f"{thing}_spot_bell_1": _SHARP}
        add(f"{thing}_spot", "sigmoid", **small, bias=-_SHARP * _INSIDE)
        changes[thing] = {
            "hue": (hues[number + 1] - hues[0]) / 2,
            "saturation": random.uniform(0.2, 0.35),
            "brightness": random.uniform(0.1, 0.2),
        }
        changes[f"{thing}_spot"] = {"brightness": -random.uniform(0.2, 0.35)}
    for output in OUTPUTS:
        # what is -1 outside of an object must not show there
        rest = colour[output] + sum(
            change.get(output, 0.0) for node, change in changes.items() if node != "ground"
        )
        join(output, bias=rest)
    for node, change in changes.items():
        numbers = [join(output, **{node: weight}) for output, weight in change.items()]
        parts[node] = tuple(number for joined in numbers for number in joined)
    return Genome(name, tuple(nodes), tuple(edges), parts)


def _places(random: np.random.Generator) -> np.ndarray:
    """Return the middles of objects, [object, 2]: across a diagonal, so that none hides another."""
    corner = np.array([-0.45, random.choice([-0.45, 0.45])])
    return np.stack([corner, -corner]) + random.uniform(-0.08, 0.08, (OBJECTS, 2))
