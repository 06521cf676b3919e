"""Step ``train``: dense networks of one width and several depths on a chain of primitives."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.volume.chain import chain_picture
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    primitives: int,
    units: Mapping[str, int],
    depths: Sequence[int],
    runs: int,
    recipe: Recipe,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks of each depth from random weights.

    ``model``: for every depth L [run, weight] ``start_L`` and ``weights_L``; [depth, run]
    ``error`` of the whole image.

    Args:
        primitives: P.
        runs: of each depth.
    """
    target = torch.from_numpy(chain_picture(primitives, IMAGE_SIZE))[None]
    parts = Parts(checkpoints, len(depths))
    model: dict[str, np.ndarray] = {}
    errors = []
    for depth in depths:
        seeds = RunSeeds(root_seed, (*seed_names, depth))
        shape = LayeredShape.from_units(depth, units)
        found = parts.do(partial(_train, shape, target, seeds, recipe, range(runs)))
        errors.append(found["error"])
        model |= {f"{name}_{depth}": found[name] for name in ("start", "weights")}
    return {"model": {"error": np.stack(errors), **model}}


def _train(
    shape: LayeredShape,
    target: Float32[Tensor, "1 3 pixel"],
    seeds: RunSeeds,
    recipe: Recipe,
    runs: range,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    start = lecun_normal(shape, [seeds.generator("weights", run) for run in runs])
    pixels = [seeds.generator("pixels", run) for run in runs]
    steps = np.array([recipe.steps])
    trained = train(shape, target, start, None, recipe, pixels, steps, checkpoints)
    return {
        "start": start.numpy(),
        "weights": trained.weights.numpy(),
        "error": trained.error[:, -1],
    }
