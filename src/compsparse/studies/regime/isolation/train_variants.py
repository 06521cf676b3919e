"""Step ``train``: networks of one wiring that differ in how they are trained, and nothing else."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.isolation.half_image import IMAGES, half_of_pixels
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.wired_normal import wired_normal
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train ``params["runs"]`` networks towards the input ``target``.

    Inputs: target; solution, the genome's network in the shape, of which only the wiring counts.
    Params: depth and units, the shape; own, whether the networks have the genome's wiring or are
    dense; runs; recipe; retry; scale, of the initial weights; half, whether only a fixed half of
    the pixels is ever seen, the same for all runs. Runs of equal ``seed_names`` have the same draws
    of weights, up to factors, and of pixels. ``model`` has the networks, of stage 0.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    _, wiring, _ = read_embedding(single(inputs, "solution"))
    mask = wiring if params["own"] else torch.ones_like(wiring)
    place = (params["root_seed"], *params["seed_names"])
    target, recipe = stacked([read_target(single(inputs, "target"))]), dict(params["recipe"])
    pixels = torch.from_numpy(pixel_inputs(IMAGE_SIZE))
    seen: dict[str, Any] = {}
    if params["half"]:
        chosen = torch.from_numpy(half_of_pixels(IMAGE_SIZE, generator(*place, "half")))
        target = target[:, :, chosen]
        seen = {"inputs": pixels[:, chosen].contiguous(), "images": IMAGES}
        recipe["pixels"] //= IMAGES  # they are drawn from each of the images

    def begin(run: int, attempt: int) -> tuple[Tensor, np.random.Generator]:
        again = ("attempt", attempt) if attempt else ()
        random = generator(*place, "weights", run, *again)
        start = wired_normal(shape, mask, random, params["scale"])
        return start, generator(*place, "pixels", run, *again)

    runs = params["runs"]
    masks = mask.expand(runs, -1)
    found = train_with_retries(
        shape,
        target,
        begin,
        masks if params["own"] else None,
        Recipe(**recipe),
        RetryRule(**params["retry"]),
        runs,
        np.array([recipe["steps"]]),
        checkpoints,
        **seen,
    )
    networks = StoredNetworks(
        found.trained.weights.numpy(),
        masks.numpy().copy(),
        found.start.numpy(),
        np.arange(runs),
        np.zeros(runs, dtype=np.int64),
    )
    return {"model": networks.arrays() | {"retries": found.retries, "stuck": found.stuck}}
