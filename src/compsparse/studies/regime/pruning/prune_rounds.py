"""Step ``prune``: rounds of pruning, each followed by training what is left."""

from functools import partial

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.judging.grid import grid_pixels
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_networks
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.pruning.methods import METHODS
from compsparse.studies.regime.pruning.pruned import Pruned, WeightCount
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_GRID = 32  # pixels of a side of the maps that methods look at


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Prune the networks of the input ``model`` round by round.

    Params: depth and units, the shape; method, a name in ``pruning.methods``; weights, the number
    of live weights wanted after each round; recipe of the training after each.

    ``model`` has the networks after each round (``network.stored``), those of the first round
    first; the stage is the round, from 1 on. [network] ``threshold``, ``wanted`` and
    ``pruned_error``, the mean squared error after pruning and before training.
    """
    networks = read_networks(single(inputs, "model"))
    parts = Parts(checkpoints, len(params["weights"]))
    rounds: list[dict[str, np.ndarray]] = []
    for number, wanted in enumerate(params["weights"], start=1):
        rounds.append(parts.do(partial(_round, inputs, params, networks, number, wanted)))
        networks = StoredNetworks(
            rounds[-1]["weights"],
            rounds[-1]["mask"].astype(np.bool_),
            networks.initial,
            networks.run,
            np.full(len(networks.run), number),
        )
        rounds[-1] = rounds[-1] | networks.arrays()
    return {"model": {name: np.concatenate([one[name] for one in rounds]) for name in rounds[0]}}


def _round(
    inputs: Inputs,
    params: Params,
    networks: StoredNetworks,
    number: int,
    wanted: int,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    shape = LayeredShape.of(params["depth"], params["units"])
    target = stacked([read_target(single(inputs, "target"))])
    names = (*params["seed_names"], "round", number)
    pruned = [
        _prune(
            shape,
            networks,
            network,
            params["method"],
            wanted,
            target[0],
            generator(params["root_seed"], *names, "pruning", int(run)),
        )
        for network, run in enumerate(networks.run)
    ]
    recipe = Recipe(**params["recipe"])
    mask = torch.stack([one.mask for one in pruned])
    trained = train(
        shape,
        target,
        torch.stack([one.weights for one in pruned]),
        mask,
        recipe,
        [generator(params["root_seed"], *names, "pixels", int(run)) for run in networks.run],
        np.array([0, recipe.steps]),
        checkpoints,
    )
    return {
        "weights": trained.weights.numpy(),
        "mask": mask.numpy().astype(np.int64),
        "threshold": np.array([one.threshold for one in pruned]),
        "wanted": np.full(len(pruned), wanted),
        "pruned_error": trained.error[:, 0],
    }


def _prune(
    shape: LayeredShape,
    networks: StoredNetworks,
    network: int,
    method: str,
    wanted: int,
    target: Float32[Tensor, "channel pixel"],
    random: np.random.Generator,
) -> Pruned:
    trained = TrainedNetwork(
        shape,
        torch.from_numpy(networks.weights[network]),
        torch.from_numpy(networks.mask[network]),
        torch.from_numpy(networks.initial[network]),
    )
    pixels = torch.from_numpy(grid_pixels(_GRID))
    # a network that is small enough already stays as it is
    budget = WeightCount(min(wanted, trained.count))
    whole = torch.from_numpy(pixel_inputs(256))
    return METHODS[method](trained, budget, whole[:, pixels], target[:, pixels], random)
