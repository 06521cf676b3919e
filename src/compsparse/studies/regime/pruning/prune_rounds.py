"""Step ``prune``: rounds of pruning, each followed by training the remaining weights."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from jaxtyping import Float32

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.pixels import grid_inputs, grid_pixels
from compsparse.studies.regime.network.recipe import Recipe, RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import (
    StoredNetworks,
    read_networks,
    read_target,
    stacked,
)
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.pruning.methods import prune
from compsparse.studies.regime.pruning.trained_network import Evidence, TrainedNetwork
from compsparse.studies.regime.targets.layering import embedded_scenes
from compsparse.studies.regime.worlds import World
from workflow_engine.steps import Inputs, Outputs, many, single

_GRID = 32  # pixels per side of the maps that methods use


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    method: str,
    weights: Sequence[int],
    recipe: Recipe,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Prune the networks of the last stage of the input ``model`` in several rounds.

    The input ``targets`` has one target for each, or one for all. ``model`` has the networks after
    each round (``network.stored``), those of the first round first; the stage is the round, from 1.
    [network] ``threshold``, ``wanted`` and ``pruned_error``, the mean squared error after pruning
    and before training.

    Args:
        method: name in ``pruning.methods``.
        weights: target number of live weights after each round.
        recipe: of the training after each round.
        world: in "recovered" merging units leaves the own network of a scene where Muon trains.
    """
    shape = LayeredShape.from_units(depth, units)
    pictures = [read_target(path) for path in many(inputs, "targets")]
    targets = stacked(pictures)
    networks = read_networks(single(inputs, "model")).of_last_stage()
    if (world, method, recipe.optimizer) == ("recovered", "unit_merging", "muon"):
        scenes = embedded_scenes(shape, pictures)
        networks = StoredNetworks.replicates(scenes.weights, networks.initial, scenes.mask)
    parts = Parts(checkpoints, len(weights))
    rounds: list[dict[str, np.ndarray]] = []
    for number, wanted in enumerate(weights, start=1):
        seeds = RunSeeds(root_seed, (*seed_names, "round", number))
        train_round = partial(_round, shape, targets, method, recipe, networks, seeds, wanted)
        rounds.append(parts.do(train_round))
        networks = StoredNetworks(
            rounds[-1]["weights"],
            rounds[-1]["mask"].astype(np.bool_),
            networks.initial,
            networks.run,
            np.full(len(networks.run), number),
        )
        rounds[-1] = rounds[-1] | networks.arrays()
    return {"model": {key: np.concatenate([found[key] for found in rounds]) for key in rounds[0]}}


def _round(
    shape: LayeredShape,
    targets: Float32[np.ndarray, "target channel pixel"],
    method: str,
    recipe: Recipe,
    networks: StoredNetworks,
    seeds: RunSeeds,
    wanted: int,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    runs = networks.run.tolist()
    inputs, pixels = grid_inputs(_GRID), grid_pixels(_GRID)
    pruned = []
    for number, run in enumerate(runs):
        trained = TrainedNetwork(
            shape, networks.weights[number], networks.mask[number], networks.initial[number]
        )
        colours = targets[run if len(targets) > 1 else 0][:, pixels]
        evidence = Evidence(inputs, colours, seeds.generator("pruning", run))
        # a network that is already small enough is not pruned
        pruned.append(prune(method, trained, min(wanted, trained.count), evidence))
    mask = np.stack([network.mask for network in pruned])
    found = train(
        shape,
        targets,
        np.stack([network.weights for network in pruned]),
        mask,
        recipe,
        [seeds.generator("pixels", run) for run in runs],
        np.array([0, recipe.steps]),
        checkpoints,
    )
    return {
        "weights": found.weights,
        "mask": mask.astype(np.int64),
        "threshold": np.array([network.threshold for network in pruned]),
        "wanted": np.full(len(pruned), wanted),
        "pruned_error": found.error[:, 0],
    }
