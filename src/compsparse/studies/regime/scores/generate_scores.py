"""Step ``generate``: sweep the weights of trained networks and judge what becomes of images."""

import numpy as np
import torch

from compsparse.studies.regime.judging.alignment import alignment
from compsparse.studies.regime.judging.features import effective_rank, live_units, orthogonality
from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs
from compsparse.studies.regime.judging.judge import JudgedTarget, judge_changes
from compsparse.studies.regime.judging.sweep import State, sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import hidden_maps, images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_networks
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.targets.similarity import ssim
from compsparse.studies.regime.targets.stored import StoredTarget, read_target
from compsparse.studies.regime.worlds import COIN, tossed
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Judge all networks of a file.

    Params: depth and units, the shape; weights, how many live weights of each network are changed.
    With world "coin" changes are judged by chance.

    ``data``: [network] ``run``, ``stage``, ``count`` of live weights, ``error``, the mean squared
    error over the whole image, ``ssim``, ``score`` and ``score_with_symmetry``, means over sweeps,
    ``inert`` and ``unmatched``, shares of sweeps, ``alignment`` with the influence of the target's
    parts, NaN where none are known, ``orthogonality`` and ``effective_rank`` of the hidden maps;
    [network, sweep] ``sweep_score`` and ``sweep_score_with_symmetry``, NaN where the effect was not
    matched.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    networks = read_networks(single(inputs, "model"))
    target = read_target(single(inputs, "target"))
    judged = JudgedTarget.of(target.rgb)
    found = [
        _judge(shape, networks, network, target, judged, params)
        for network in range(len(networks.run))
    ]
    names = found[0].keys()
    return {
        "data": {
            "run": networks.run,
            "stage": networks.stage,
            **{name: np.stack([one[name] for one in found]) for name in names},
        }
    }


def _judge(
    shape: LayeredShape,
    networks: StoredNetworks,
    network: int,
    target: StoredTarget,
    judged: JudgedTarget,
    params: Params,
) -> dict[str, np.ndarray]:
    mask = live_mask(shape, torch.from_numpy(networks.mask[network]))
    weights = torch.where(mask, torch.from_numpy(networks.weights[network]), 0.0)
    # named by what the network is, so that judging more networks changes no draw
    place = (int(networks.run[network]), int(networks.stage[network]))
    random = generator(params["root_seed"], *params["seed_names"], *place)
    sweep = sweep_weights(shape, weights, sampled_weights(mask, params["weights"], random))
    scores = judge_changes(judged, sweep.base, sweep.changes)
    headline, with_symmetry = scores.headline, scores.with_symmetry
    painted = _whole_image(shape, weights)
    aligned = np.nan if target.influence is None else alignment(sweep.changes, target.influence)
    if params.get("world") == COIN:
        headline, with_symmetry, best = tossed(3 * len(headline), random).reshape(3, -1)
        with_symmetry = with_symmetry if judged.symmetric else headline
        aligned = np.nan if target.influence is None else float(np.median(best))
    grid = torch.from_numpy(grid_inputs(JUDGED))
    maps = [layer[0].numpy() for layer in hidden_maps(shape, weights[None], grid)]
    live = live_units(shape, mask)
    padded = {
        name: _padded(values, sweep.matched, 2 * params["weights"])
        for name, values in (
            ("sweep_score", headline),
            ("sweep_score_with_symmetry", with_symmetry),
        )
    }
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
        **padded,
    }


def _whole_image(shape: LayeredShape, weights: torch.Tensor) -> np.ndarray:
    inputs = torch.from_numpy(pixel_inputs(256))
    flat = images(shape, weights[None], inputs)[0].numpy()
    return flat.reshape(3, 256, 256).transpose(1, 2, 0)


def _padded(values: np.ndarray, matched: np.ndarray, length: int) -> np.ndarray:
    padded = np.full(length, np.nan)
    padded[: len(matched)][matched] = values
    return padded


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")
