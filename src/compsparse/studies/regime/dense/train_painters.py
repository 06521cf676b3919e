"""Step ``train``: networks that paint several pictures, which a further input selects."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RunSeeds, lecun_normal
from compsparse.studies.regime.network.shape import INPUTS, LayeredShape
from compsparse.studies.regime.network.stored import read_target, stacked
from compsparse.studies.regime.network.training import train
from workflow_engine.steps import Inputs, Outputs, many


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    selectors: Sequence[float],
    recipe: Recipe,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Return ``error`` and ``ssim`` [run, picture].

    The network of scene r paints the scenes r, r + 1, ... in turn; a step draws ``recipe.pixels``
    pixels of each.
    """
    shape = LayeredShape.from_units(depth, units, len(INPUTS) + 1)
    targets = [read_target(path) for path in many(inputs, "targets")]
    wanted, pixels = stacked(targets), pixel_inputs(IMAGE_SIZE)
    number, several = len(targets), len(selectors)
    selected = [
        np.concatenate([pixels, np.full((1, pixels.shape[1]), value, np.float32)])
        for value in selectors
    ]
    seeds = RunSeeds(root_seed, seed_names)
    shown = (np.arange(number)[:, None] + np.arange(several)) % number
    trained = train(
        shape,
        np.stack([np.concatenate(wanted[row], axis=1) for row in shown]),
        lecun_normal(shape, [seeds.generator("weights", run_) for run_ in range(number)]),
        None,
        recipe,
        [seeds.generator("pixels", run_) for run_ in range(number)],
        np.array([recipe.steps]),
        checkpoints,
        inputs=np.concatenate(selected, axis=1),
        images=several,
    )
    error, similar = np.empty((2, number, several))
    for place, given in enumerate(selected):
        painted = images(shape, trained.weights, given)
        for run_ in range(number):
            picture = painted[run_].reshape(3, IMAGE_SIZE, IMAGE_SIZE).transpose(1, 2, 0)
            target = targets[shown[run_, place]].rgb
            error[run_, place] = np.mean((picture - target) ** 2)
            similar[run_, place] = ssim(picture, target)
    return {"model": {"error": error, "ssim": similar}}
