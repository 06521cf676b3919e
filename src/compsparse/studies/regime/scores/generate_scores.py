"""Step ``generate``: sweep the weights of trained networks and judge the changes of images."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.judging.alignment import alignment
from compsparse.studies.regime.judging.features import effective_rank, live_units, orthogonality
from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs
from compsparse.studies.regime.judging.judge import JudgedTarget, judge_changes
from compsparse.studies.regime.judging.sweep import State, sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import hidden_maps, whole_image
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.targets.similarity import ssim
from compsparse.studies.regime.targets.stored import StoredTarget, read_target
from compsparse.studies.regime.worlds import COIN, World, tossed
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    weights: int,
    world: World = "none",
) -> Outputs:
    """Judge all networks of a file.

    ``data``: [network] ``run``, ``stage``, ``count`` of live weights, ``error``, the mean squared
    error over the whole image, ``ssim``, ``score`` and ``score_with_symmetry``, means over sweeps,
    ``inert`` and ``unmatched``, fractions of sweeps, ``alignment`` with the influence maps of the
    target's parts, NaN where none are known, ``orthogonality`` and ``effective_rank`` of the hidden
    maps; [network, sweep] ``sweep_score`` and ``sweep_score_with_symmetry``, NaN where the effect
    was not matched.

    Args:
        weights: number of live weights of each network that are changed.
        world: with "coin" changes are judged by chance.
    """
    shape = LayeredShape.from_units(depth, units)
    networks = read_networks(single(inputs, "model"))
    target = read_target(single(inputs, "target"))
    judged = JudgedTarget.from_picture(target.rgb)
    names = list(zip(networks.run.tolist(), networks.stage.tolist(), strict=True))
    found = [
        _judge(
            shape,
            torch.from_numpy(networks.weights[network]),
            torch.from_numpy(networks.mask[network]),
            target,
            judged,
            weights,
            # named by run and stage, so that judging more networks changes no draw
            generator(root_seed, *seed_names, *name),
            coin=world == COIN,
        )
        for network, name in enumerate(names)
    ]
    columns = {key: np.stack([scores[key] for scores in found]) for key in found[0]}
    return {"data": {"run": networks.run, "stage": networks.stage, **columns}}


def _judge(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    mask: Bool[Tensor, " weight"],
    target: StoredTarget,
    judged: JudgedTarget,
    sampled: int,
    random: np.random.Generator,
    *,
    coin: bool,
) -> dict[str, np.ndarray]:
    mask = live_mask(shape, mask)
    weights = torch.where(mask, weights, 0.0)
    sweep = sweep_weights(shape, weights, sampled_weights(mask, sampled, random))
    scores = judge_changes(judged, sweep.base, sweep.changes)
    headline, with_symmetry = scores.headline, scores.with_symmetry
    painted = whole_image(shape, weights)
    aligned = np.nan if target.influence is None else alignment(sweep.changes, target.influence)
    if coin:
        headline, with_symmetry, best = tossed(3 * len(headline), random).reshape(3, -1)
        with_symmetry = with_symmetry if judged.symmetric else headline
        aligned = np.nan if target.influence is None else float(np.median(best))
    grid = torch.from_numpy(grid_inputs(JUDGED))
    maps = [layer[0].numpy() for layer in hidden_maps(shape, weights[None], grid)]
    live = live_units(shape, mask)
    return {
        "count": np.array(int(mask.sum())),
        "error": np.array(float(np.mean((painted - target.rgb) ** 2))),
        "ssim": np.array(float(ssim(painted, target.rgb))),
        "score": np.array(_mean(headline)),
        "score_with_symmetry": np.array(_mean(with_symmetry)),
        "inert": np.array(sweep.share(State.INERT)),
        "unmatched": np.array(sweep.share(State.UNMATCHED)),
        "alignment": np.array(aligned),
        "orthogonality": np.array(orthogonality(maps, live)),
        "effective_rank": np.array(effective_rank(maps, live)),
        "sweep_score": _padded(headline, sweep.matched, 2 * sampled),
        "sweep_score_with_symmetry": _padded(with_symmetry, sweep.matched, 2 * sampled),
    }


def _padded(values: np.ndarray, matched: np.ndarray, length: int) -> np.ndarray:
    padded = np.full(length, np.nan)
    padded[: len(matched)][matched] = values
    return padded


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")
