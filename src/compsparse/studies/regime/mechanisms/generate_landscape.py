"""Step ``generate``: the error around trained networks, and the noise of their gradients."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from compsparse.studies.regime.judging.grid import grid_inputs, grid_pixels
from compsparse.studies.regime.mechanisms.gradient_noise import gradient_noise
from compsparse.studies.regime.mechanisms.walls import SIZES, errors_along, relative_directions
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

SIDE = 32  # pixels per side of the grid of errors around a network
SPACES = ("own", "all")  # weights that a step changes: those of the network, or all of its shape


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    pairs: int,
) -> Outputs:
    """Measure the error around all networks of a file.

    ``data``: [network] ``run``, ``error`` on the grid of 32 x 32 pixels, ``noise_trace`` and
    ``gradient_norm``, squared; ``around`` [space, network, direction, size], the error after steps
    along random directions in the network's own weights, and in all weights of its shape.

    Args:
        pairs: of opposite directions.
    """
    shape = LayeredShape.from_units(depth, units)
    networks = read_networks(single(inputs, "model"))
    picture = read_colours(single(inputs, "target"))[0]
    pixels, wanted = torch.from_numpy(grid_inputs(SIDE)), picture[:, grid_pixels(SIDE)]
    error = PixelError(shape, 1)
    errors, noises = [], []
    around: list[list[np.ndarray]] = [[] for _ in SPACES]
    for network, run in enumerate(networks.run.tolist()):
        weights, mask = (
            torch.from_numpy(array[network]) for array in (networks.weights, networks.mask)
        )
        errors.append(float(error.value(weights[None], pixels, wanted)))
        noises.append(gradient_noise(shape, weights, mask, pixels, wanted))
        for found, moved in zip(around, (mask, torch.ones_like(mask)), strict=True):
            random = generator(root_seed, *seed_names, run)
            directions = relative_directions(shape, weights, moved, pairs, random)
            found.append(errors_along(shape, weights, directions, SIZES, pixels, wanted))
    return {
        "data": {
            "run": networks.run,
            "error": np.array(errors),
            "noise_trace": np.array([noise.trace for noise in noises]),
            "gradient_norm": np.array([noise.squared_norm for noise in noises]),
            "around": np.array(around),
        }
    }
