"""Step ``train``: dense reference networks, kept at several updates, for the null of scores."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    runs: int,
    recipe: Recipe,
    stops: Sequence[int],
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train dense networks on the input ``target`` and keep them at the updates ``stops``.

    ``model`` has the networks of all runs at the first stop, then at the next; the stage is the
    stop.

    Args:
        stops: increasing numbers of updates, the last one that of the recipe.
    """
    shape = LayeredShape.from_units(depth, units)
    seeds = RunSeeds(root_seed, seed_names)
    start = lecun_normal(shape, [seeds.generator("weights", run) for run in range(runs)])
    target = read_colours(single(inputs, "target"))
    randoms = [seeds.generator("pixels", run) for run in range(runs)]
    logged = np.array(stops, dtype=np.int64)
    trained = train(shape, target, start, None, recipe, randoms, logged, checkpoints, keep=True)
    weights = trained.kept.reshape(len(stops) * runs, shape.weights)
    networks = StoredNetworks(
        weights,
        np.ones(weights.shape, dtype=np.bool_),
        np.tile(start.numpy(), (len(stops), 1)),
        np.tile(np.arange(runs), len(stops)),
        np.repeat(stops, runs),
    )
    return {"model": networks.arrays()}
