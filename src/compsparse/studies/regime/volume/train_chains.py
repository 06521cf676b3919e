"""Step ``train``: dense networks of one width and several depths towards a chain of primitives."""

from functools import partial

import numpy as np
import torch

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.volume.chain import chain_picture
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train ``params["runs"]`` networks of each depth from random weights.

    Params: primitives, P; units, by activation; depths; runs; recipe. ``model``: for every depth L
    [run, weight] ``start_L`` and ``weights_L``; [depth, run] ``error`` of the whole image.
    """
    parts = Parts(checkpoints, len(params["depths"]))
    found = [parts.do(partial(_train, params, depth)) for depth in params["depths"]]
    model = {"error": np.stack([one["error"] for one in found])}
    for depth, one in zip(params["depths"], found, strict=True):
        model |= {f"{name}_{depth}": one[name] for name in ("start", "weights")}
    return {"model": model}


def _train(params: Params, depth: int, checkpoints: Checkpoints) -> dict[str, np.ndarray]:
    shape = LayeredShape.of(depth, params["units"])
    recipe, runs = Recipe(**params["recipe"]), range(params["runs"])
    place = (params["root_seed"], *params["seed_names"], depth)
    start = lecun_normal(shape, [generator(*place, "weights", run) for run in runs])
    trained = train(
        shape,
        torch.from_numpy(chain_picture(params["primitives"], IMAGE_SIZE))[None],
        start,
        None,
        recipe,
        [generator(*place, "pixels", run) for run in runs],
        np.array([recipe.steps]),
        checkpoints,
    )
    return {
        "start": start.numpy(),
        "weights": trained.weights.numpy(),
        "error": trained.error[:, -1],
    }
