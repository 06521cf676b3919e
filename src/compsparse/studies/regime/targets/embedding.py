"""The network of a genome within a deeper and wider shape."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.scenes import draw_scene
from compsparse.studies.regime.targets.stored import StoredTarget


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
