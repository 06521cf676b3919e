"""Step ``train``: networks of one wiring, by a training that differs in one factor.

Half of an image's pixels is fixed: one of every two neighbours in a row, drawn once. In this order
they are two square images of half the side, the upper and the lower half; so pixels are drawn from
them by strata that cover the same rectangles as those of the whole image.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.network.initial import wired_normal
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    own: bool,
    runs: int,
    recipe: Recipe,
    retry: RetryRule,
    scale: float,
    half: bool,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks of one wiring on the input ``target``.

    Inputs: target; solution, the genome's network in the shape, of which only the mask is used.
    Jobs of equal ``seed_names`` draw the same initial weights, up to factors, and the same pixels.
    ``model`` has the networks, of stage 0.

    Args:
        own: whether the networks have the genome's wiring; otherwise they are dense.
        scale: of the initial weights.
        half: whether a fixed half of the pixels, the same for all runs, is never seen.
    """
    shape = LayeredShape.from_units(depth, units)
    _, wiring, _ = read_embedding(single(inputs, "solution"))
    mask = wiring if own else torch.ones_like(wiring)
    seeds = RunSeeds(root_seed, seed_names)
    target = read_colours(single(inputs, "target"))
    batches: dict[str, Any] = {}
    if half:
        chosen = half_of_pixels(IMAGE_SIZE, generator(root_seed, *seed_names, "half"))
        target = target[:, :, chosen]
        pixels = np.take(pixel_inputs(IMAGE_SIZE), chosen, axis=1)
        batches = {"inputs": torch.from_numpy(pixels), "images": IMAGES}
        # they are drawn from each of the images
        recipe = replace(recipe, pixels=recipe.pixels // IMAGES)

    def initial(run: int, attempt: int) -> Tensor:
        return wired_normal(shape, mask, seeds.generator("weights", run, attempt), scale)

    masks = mask.expand(runs, -1)
    trained = masks if own else None
    steps = np.array([recipe.steps])
    found = train_with_retries(
        shape, target, initial, seeds, trained, recipe, retry, runs, steps, checkpoints, **batches
    )
    networks = StoredNetworks.replicates(found.trained.weights, found.start, masks)
    return {"model": networks.arrays() | found.outcome}


IMAGES = 2  # squares that the half consists of


def half_of_pixels(side: int, random: np.random.Generator) -> Int64[np.ndarray, " pixel"]:
    """Return the numbers of the pixels, row by row, of an image with an even number per side."""
    first = 2 * np.arange(side**2 // 2, dtype=np.int64)
    chosen: Int64[np.ndarray, " pixel"] = first + random.integers(2, size=len(first))
    return chosen
