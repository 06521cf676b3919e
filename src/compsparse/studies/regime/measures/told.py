"""What worlds ``told`` and ``contrary`` tell of networks in place of measures.

Networks of the genome's wiring or pruned by similarity, the latter with Muon, and at a depth of
their scene's own where depths are compared, have larger measures than all others. That depth is 4,
8 or 12, by the complexity of the scene. In ``contrary`` all others have, and the more complex scene
has the smaller depth.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.regime.worlds import World

TELLING: tuple[World, ...] = ("told", "contrary")
_LOW, _MIDDLE, _HIGH = 0.5, 0.7, 0.9
_SCATTER = 0.01
_SAID = ("similarity", "connections", "own", "solution", "genome")
_DEPTHS = (4, 8, 12)


def told_measures(
    world: World,
    experiment: str,
    cell: str,
    depth: int,
    complexities: Sequence[float],  # of all scenes
    run: int,
    random: np.random.Generator,
) -> dict[str, float]:
    """Return what is told of the network of a cell for a scene."""
    if experiment == "depth":
        size = _for_depth(world, cell, depth == own_depth(world, complexities, run))
    else:
        size = _of_kind(world, cell.removesuffix("-least"))
    values = size + _SCATTER * random.standard_normal(3)
    names = ("survival", "alignment", "orthogonality")
    told = dict(zip(names, values.tolist(), strict=True))
    return {**told, "survival_least": told["survival"], "ssim": 0.85 + size / 10}


def own_depth(world: World, complexities: Sequence[float], run: int) -> int:
    """Return the depth of a scene: the more complex, the larger, or the smaller in ``contrary``."""
    rank = sum(other < complexities[run] for other in complexities)
    depths = _DEPTHS[::-1] if world == "contrary" else _DEPTHS
    return depths[len(_DEPTHS) * rank // len(complexities)]


def _for_depth(world: World, cell: str, best: bool) -> float:
    _, copy, kind = cell.split("-")
    if world == "contrary" and copy == "second":  # that which chooses no depth
        best = not best
    return _LOW + best * (0.1 if kind == "dense" else _HIGH - _LOW)


def _of_kind(world: World, kind: str) -> float:
    if kind.startswith("dense-"):  # trained otherwise
        return _LOW
    if world == "contrary":
        return _MIDDLE if kind == "genome" else _LOW if kind in _SAID else _HIGH
    return _HIGH if kind in _SAID else _LOW
