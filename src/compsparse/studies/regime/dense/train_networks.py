"""Step ``train``: dense networks on one target, stacked."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.steps import Inputs, Outputs, single

_LOGGED = 9  # points of the curves of loss and error, without the start


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    runs: int,
    recipe: Recipe,
    retry: RetryRule,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train dense networks of one shape on the image of the input ``target``.

    ``model`` has the networks (``network.stored``), of stage 0; [run, logged] ``training_loss`` and
    ``error_curve`` of the whole image, ``steps`` [logged]; [run] ``retries`` and ``stuck``.
    """
    shape = LayeredShape.from_units(depth, units)
    seeds = RunSeeds(root_seed, seed_names)
    logged = np.unique(np.geomspace(min(10, recipe.steps), recipe.steps, _LOGGED).astype(np.int64))
    target = read_colours(single(inputs, "target"))
    found = train_with_retries(
        shape, target, None, seeds, None, recipe, retry, runs, logged, checkpoints
    )
    trained = found.trained
    curves = {
        "steps": trained.steps,
        "training_loss": trained.training_loss,
        "error_curve": trained.error,
    }
    networks = StoredNetworks.replicates(trained.weights, found.start)
    return {"model": networks.arrays() | curves | found.outcome}
