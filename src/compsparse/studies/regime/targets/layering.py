"""From a genome to the layered network that computes the same image.

The layer of a node is 1 + the largest layer of its sources, and 0 for an input. A value that is
used further up is carried there by copy units, one in each layer between, which are identity units
with one incoming weight 1; values of outputs are carried to the last hidden layer, from where
weights 1 lead to the linear outputs. Every hidden layer has, of each activation and of copies, as
many units as the layer that needs most. In a layer, identity units come first: those of nodes, then
copies.

A grey genome has no hue and no saturation. In the layered network these are nodes of activation
identity above the ink, with weights outside the mask, so that the shape has units
for colour; their outputs have none either.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Int64

from compsparse.studies.regime.network.shape import INPUTS, OUTPUTS, LayeredShape
from compsparse.studies.regime.network.stored import StoredTarget
from compsparse.studies.regime.targets.genome import Genome
from compsparse.studies.regime.targets.scenes import draw_scene

_COPY = "copy"


@dataclass(frozen=True)
class LayeredGenome:
    """A genome as a network of equal hidden layers."""

    shape: LayeredShape
    weights: Float32[np.ndarray, " weight"]
    mask: Bool[np.ndarray, " weight"]  # of the wiring: edges, even of weight 0, copies, outputs
    edge_weights: Int64[np.ndarray, " edge"]  # the weight that carries the edge


def layered(genome: Genome) -> LayeredGenome:
    """Return the layered network of a genome; its image is that of ``draw_genome``."""
    layers = node_layers(genome)
    colourless = "hue" not in genome.outputs
    depth = max(max(layers.values()) + colourless, 1)
    units = _Units(genome, layers, depth)
    shape = units.shape()
    place = units.places(shape)
    blocks = shape.blocks
    weights = np.zeros(shape.weights, dtype=np.float32)
    mask = np.zeros(shape.weights, dtype=bool)

    def index(layer: int, above: int, below: int) -> int:
        block = blocks[layer - 1]
        return block.start + above * block.columns + below

    edge_weights = np.empty(len(genome.edges), dtype=np.int64)
    for number, edge in enumerate(genome.edges):
        layer = layers[edge.target]
        weight = index(layer, place[edge.target, layer], place[edge.source, layer - 1])
        edge_weights[number] = weight
        weights[weight] = edge.weight
    mask[edge_weights] = True
    carried = [
        index(layer, place[node, layer], place[node, layer - 1])
        for layer in range(1, depth + 1)
        for node in units.copied(layer)
    ]
    carried += [
        index(depth + 1, OUTPUTS.index(label), place[node, depth])
        for label, node in genome.outputs.items()
    ]
    weights[carried] = 1.0
    mask[carried] = True
    return LayeredGenome(shape, weights, mask, edge_weights)


def node_layers(genome: Genome) -> dict[str, int]:
    """Return the layer of each node: 0 for inputs, else 1 + the largest layer of its sources."""
    layers: dict[str, int] = {}
    for node in genome.order:
        sources = (layers[genome.edges[number].source] for number in genome.incoming[node.id])
        layers[node.id] = 0 if node.role == "input" else 1 + max(sources, default=0)
    return layers


class _Units:
    """The values of each hidden layer."""

    def __init__(self, genome: Genome, layers: dict[str, int], depth: int) -> None:
        self._genome = genome
        self._layers = layers
        self._depth = depth
        self._colourless = "hue" not in genome.outputs
        kept = set(genome.outputs.values())
        self._last = {
            node.id: depth
            if node.id in kept
            else max(
                (layers[genome.edges[i].target] - 1 for i in genome.outgoing[node.id]),
                default=layers[node.id],
            )
            for node in genome.nodes
        }

    def _computed(self, layer: int) -> Iterator[tuple[str, str]]:
        for node in self._genome.order:
            if node.role != "input" and self._layers[node.id] == layer:
                yield node.activation, node.id

    def copied(self, layer: int) -> list[str]:
        """Return the nodes whose values are only carried through the layer."""
        return [
            node.id
            for node in self._genome.order
            if self._layers[node.id] < layer <= self._last[node.id]
        ]

    def _needed(self) -> Counter[str]:
        """Return the largest number of units of each kind that a layer needs."""
        needed: Counter[str] = Counter()
        for layer in range(1, self._depth + 1):
            kinds = Counter(kind for kind, _ in self._computed(layer))
            if self._colourless and layer == self._depth:
                kinds["identity"] += len(OUTPUTS) - 1
            kinds[_COPY] = len(self.copied(layer))
            needed |= kinds
        return needed

    def shape(self) -> LayeredShape:
        needed = self._needed()
        needed["identity"] += needed.pop(_COPY, 0)
        return LayeredShape.from_units(self._depth, needed)

    def places(self, shape: LayeredShape) -> dict[tuple[str, int], int]:
        """Return the unit that holds the value of a node in a layer; inputs in layer 0."""
        nodes = self._genome.nodes
        place = {(n.id, 0): INPUTS.index(n.label) for n in nodes if n.role == "input"}
        names = shape.activations
        copies_start = self._needed()["identity"]
        for layer in range(1, self._depth + 1):
            taken: Counter[str] = Counter()
            for kind, node in self._computed(layer):
                place[node, layer] = names.index(kind) + taken[kind]
                taken[kind] += 1
            for number, node in enumerate(self.copied(layer)):
                place[node, layer] = copies_start + number
        return place


@dataclass(frozen=True)
class Embedded:
    """Networks of genomes at a shape."""

    weights: Float32[np.ndarray, "run weight"]
    mask: Bool[np.ndarray, "run weight"]

    @classmethod
    def empty(cls, shape: LayeredShape, runs: int) -> "Embedded":
        """Return networks without weights."""
        size = runs, shape.weights
        return cls(np.zeros(size, np.float32), np.zeros(size, bool))


def scene_shape() -> LayeredShape:
    """Return the shape of the layered network of a scene, which is that of all scenes."""
    return layered(draw_scene("scene", np.random.default_rng(0))).shape


def copied_scenes(targets: Sequence[StoredTarget], copies: int) -> tuple[LayeredShape, Embedded]:
    """Return own networks of scenes in which every unit has copies, and their shape.

    All copies of a unit are joined with all copies of another one, each with its share of the
    weight, so that the picture is the same.

    Raises:
        ValueError: a target is no scene.
    """
    small = scene_shape()
    shape = LayeredShape.from_units(
        small.depth, {name: copies * number for name, number in small.units}
    )
    found = Embedded.empty(shape, len(targets))
    for run, target in enumerate(targets):
        weights, mask = _own(target)
        for large, genome, share in ((found.weights, weights, copies), (found.mask, mask, 1)):
            for layer, (block, given) in enumerate(
                zip(shape.matrices(large[run]), small.matrices(genome), strict=True)
            ):
                rows = copies if layer < small.depth else 1
                columns = copies if layer else 1
                spread = np.kron(given, np.ones((rows, columns), given.dtype))
                block[:] = spread / np.float32(columns) if share > 1 else spread
    return shape, found


def _own(target: StoredTarget) -> tuple[np.ndarray, np.ndarray]:
    if target.own_weights is None or target.own_mask is None:
        raise ValueError("A target that is no scene has no network of its own to embed.")
    return target.own_weights, target.own_mask


def embedded_scenes(shape: LayeredShape, targets: Sequence[StoredTarget]) -> Embedded:
    """Return the own networks of scenes at a shape of at least as many layers and units.

    Units of an activation come first among those of the shape; identities carry the outputs up.

    Raises:
        ValueError: a target is no scene, or the shape has too few layers or units.
    """
    small = scene_shape()
    lacking = [name for name, number in small.units if dict(shape.units).get(name, 0) < number]
    if lacking or shape.depth < small.depth:
        raise ValueError(
            f"A scene needs {small.depth} layers of {dict(small.units)} units; the shape has "
            f"{shape.depth} of {dict(shape.units)}."
        )
    places = _places(small, shape)
    found = Embedded.empty(shape, len(targets))
    carried = [places[i] for i, name in enumerate(small.activations) if name == "identity"]
    for run, target in enumerate(targets):
        weights, mask = _own(target)
        for large, genome in ((found.weights[run], weights), (found.mask[run], mask)):
            blocks, given = shape.matrices(large), small.matrices(genome)
            for layer in range(small.depth):
                below = places if layer else np.arange(small.inputs)
                blocks[layer][np.ix_(places, below)] = given[layer]
            # the last layer's outputs go on, one identity each, layer by layer
            above = blocks[small.depth :]
            rows = given[-1]
            for matrix in above[:-1]:
                if matrix is above[0]:
                    matrix[np.ix_(carried[: len(OUTPUTS)], places)] = rows
                else:
                    matrix[carried[: len(OUTPUTS)], carried[: len(OUTPUTS)]] = 1
            last = above[-1]
            if len(above) == 1:
                last[:, places] = rows
            else:
                last[np.arange(len(OUTPUTS)), carried[: len(OUTPUTS)]] = 1
    return found


def _places(small: LayeredShape, shape: LayeredShape) -> np.ndarray:
    """Return the unit of the larger layer for each unit of the smaller one."""
    names = np.array(shape.activations)
    return np.concatenate([np.flatnonzero(names == name)[:number] for name, number in small.units])
