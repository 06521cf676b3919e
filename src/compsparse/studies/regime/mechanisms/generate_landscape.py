"""Step ``generate``: the error around trained networks, and the noise of their gradients."""

import numpy as np
import torch

from compsparse.studies.regime.judging.grid import grid_inputs, grid_pixels
from compsparse.studies.regime.mechanisms.directions import relative_directions
from compsparse.studies.regime.mechanisms.gradient_noise import gradient_noise
from compsparse.studies.regime.mechanisms.walls import SIZES, errors_along
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

SIDE = 32  # of the grid on which errors around a network are looked at
SPACES = ("own", "all")  # weights that are moved: those of the network, or all of its shape


def run(inputs: Inputs, params: Params) -> Outputs:
    """Look around all networks of a file.

    Params: depth and units, the shape; pairs, of directions. ``data``: [network] ``run``, ``error``
    on the grid of 32 x 32 pixels, ``noise_trace`` and ``gradient_norm``, squared; ``around``
    [space, network, direction, size], the error after steps along random directions in the
    network's own weights, and in all of its shape.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    networks = read_networks(single(inputs, "model"))
    picture = stacked([read_target(single(inputs, "target"))])[0]
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
            random = generator(params["root_seed"], *params["seed_names"], run)
            directions = relative_directions(shape, weights, moved, params["pairs"], random)
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
