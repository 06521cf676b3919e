"""Step ``generate``: measures of all networks of a file.

In worlds ``told`` and ``contrary`` they are told instead: networks of the genome's wiring or pruned
by similarity, the latter with Muon, and at a depth of their scene's own where depths are compared,
have larger measures than all others. That depth is 4, 8 or 12, by the complexity of the scene. In
``contrary`` all others have, and the more complex scene has the smaller depth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.regime.judging.measures import (
    alignment,
    live_units,
    orthogonality,
    surviving_shares,
)
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.judging.sweep import sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import hidden_maps, whole_image
from compsparse.studies.regime.network.pixels import JUDGED, grid_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredTarget, read_networks, read_target
from compsparse.studies.regime.pruning.trained_network import live_mask
from compsparse.studies.regime.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, many, single

_TELLING: tuple[World, ...] = ("told", "contrary")
_LOW, _MIDDLE, _HIGH = 0.5, 0.7, 0.9
_SCATTER = 0.01
_SAID = ("similarity", "connections", "own", "solution", "genome")
_DEPTHS = (4, 8, 12)


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    weights: int,
    deltas: Sequence[float],
    still: float,
    paints: float,
    world: World = "none",
) -> Outputs:
    """Return the measures of each network (``measured.Measures``).

    ``error`` is the mean squared error of the whole picture, ``ssim`` its similarity with the
    target; ``survival`` the share of weights that may change up and down while the picture still
    shows the target, the mean over all ``deltas``, and ``survival_least`` by the first of them;
    ``alignment`` how much changes of equal effect resemble those of a known part, NaN where none is
    known.

    Args:
        weights: live weights that are changed up and down.
        still: SSIM with which a picture shows the target.
        paints: SSIM below which nothing survives, since there was nothing.
    """
    shape = LayeredShape.from_units(depth, units)
    networks = read_networks(single(inputs, "model"))
    targets = [read_target(path) for path in many(inputs, "targets")]
    complexities = [target.complexity for target in targets]
    rows = []
    for number, (run_, stage) in enumerate(
        zip(networks.run.tolist(), networks.stage.tolist(), strict=True)
    ):
        # named by run and stage, so that judging more networks changes no draw
        random = generator(root_seed, *seed_names, run_, stage)
        target = targets[run_ if len(targets) > 1 else 0]
        if world == "foreign":
            other = targets[(run_ + 1) % len(targets)]
            target = replace(target, influence=other.influence, part=other.part)
        mask = live_mask(shape, networks.mask[number])
        live = np.where(mask, networks.weights[number], np.float32(0))
        painted = whole_image(shape, live)
        error = float(np.mean((painted - target.rgb) ** 2))
        row = {"count": int(mask.sum()), "error": error}
        if world in _TELLING:
            experiment, cell = seed_names[1:]
            row |= told_measures(world, experiment, cell, depth, complexities, run_, random)
        else:
            row |= _measures(shape, live, mask, painted, target, weights, random)
            shares = np.zeros(len(deltas))
            if row["ssim"] >= paints:
                drawn = sampled_weights(mask, weights, random)
                shares = surviving_shares(shape, live, mask, target.rgb, drawn, deltas, still)
            row |= {"survival": float(shares.mean()), "survival_least": float(shares[0])}
        rows.append(row)
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return {"data": {"run": networks.run, "stage": networks.stage, **columns}}


def _measures(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    mask: Bool[np.ndarray, " weight"],
    painted: Float32[np.ndarray, "row column channel"],
    target: StoredTarget,
    sampled: int,
    random: np.random.Generator,
) -> dict[str, float]:
    aligned = float("nan")
    if target.influence is not None:
        sweep = sweep_weights(shape, weights, sampled_weights(mask, sampled, random))
        # where no change is large enough, none resembles a part
        aligned = alignment(sweep.changes, target.influence) if len(sweep.changes) else 0.0
    maps = [layer[0] for layer in hidden_maps(shape, weights[None], grid_inputs(JUDGED))]
    return {
        "ssim": float(ssim(painted, target.rgb)),
        "alignment": aligned,
        "orthogonality": orthogonality(maps, live_units(shape, mask)),
    }


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
