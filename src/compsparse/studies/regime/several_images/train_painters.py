"""Step ``train``: networks that paint several pictures, selected by the input n."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import INPUTS, LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.targets.stored import read_colours
from compsparse.studies.regime.worlds import World
from workflow_engine.steps import Inputs, Outputs, many


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    n: Sequence[float],
    runs: int,
    recipe: Recipe,
    retry: RetryRule,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks on all pictures of the input ``targets`` at once.

    A step draws ``recipe.pixels`` pixels of each picture, so that a picture has as many in a joint
    network as in a network for one picture. A run is stuck by its mean error over the pictures.

    Args:
        n: value of the input n for each target, in the order of the files.
        world: "identity" changes nothing.
    """
    shape = LayeredShape.from_units(depth, units, SELECTED_INPUTS)
    seeds = RunSeeds(root_seed, seed_names)
    pictures = read_colours(*many(inputs, "targets"))
    pixels = pixel_inputs(IMAGE_SIZE)
    found = train_with_retries(
        shape,
        torch.cat(list(pictures), dim=1)[None],
        None,
        seeds,
        None,
        recipe,
        retry,
        runs,
        np.array([recipe.steps]),
        checkpoints,
        inputs=torch.cat([selected(pixels, value) for value in n], dim=1),
        images=len(pictures),
    )
    networks = StoredNetworks.replicates(found.trained.weights, found.start)
    return {"model": networks.arrays() | found.outcome}


SELECTED_INPUTS = len(INPUTS) + 1  # x, y, d, 1, n


def selected(
    pixels: Float32[np.ndarray, "input pixel"], n: float
) -> Float32[Tensor, "selected_input pixel"]:
    """Return the inputs at the pixels of a picture, n the last of them."""
    chosen = np.full((1, pixels.shape[1]), n, dtype=np.float32)
    return torch.from_numpy(np.concatenate([pixels, chosen]))
