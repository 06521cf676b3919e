"""Step ``train``: networks that paint several pictures, told which one by the input n."""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.several_images.selector import SELECTED_INPUTS, selected
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, many


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train networks towards all pictures of the input ``targets`` at once.

    A step draws ``recipe.pixels`` of each picture, so that a picture has as many of them in a joint
    network as in one of its own.

    Params: depth and units, the shape besides its five inputs; n, of each target in the order of
    the files; runs; recipe; retry, the rule for runs that get stuck, by the mean over pictures.
    """
    shape = LayeredShape.of(params["depth"], params["units"], SELECTED_INPUTS)
    recipe, runs = Recipe(**params["recipe"]), params["runs"]
    place = (params["root_seed"], *params["seed_names"])
    pictures = stacked([read_target(path) for path in many(inputs, "targets")])

    def begin(run: int, attempt: int) -> tuple[Float32[Tensor, " weight"], np.random.Generator]:
        again = ("attempt", attempt) if attempt else ()
        weights = lecun_normal(shape, [generator(*place, "weights", run, *again)])[0]
        return weights, generator(*place, "pixels", run, *again)

    pixels = pixel_inputs(IMAGE_SIZE)
    found = train_with_retries(
        shape,
        torch.cat(list(pictures), dim=1)[None],
        begin,
        None,
        recipe,
        RetryRule(**params["retry"]),
        runs,
        np.array([recipe.steps]),
        checkpoints,
        inputs=torch.cat([selected(pixels, n) for n in params["n"]], dim=1),
        images=len(pictures),
    )
    networks = StoredNetworks(
        found.trained.weights.numpy(),
        np.ones((runs, shape.weights), dtype=np.bool_),
        found.start.numpy(),
        np.arange(runs),
        np.zeros(runs, dtype=np.int64),
    )
    return {"model": networks.arrays() | {"retries": found.retries, "stuck": found.stuck}}
