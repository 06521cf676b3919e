"""Step ``train``: dense networks kept at several updates, for the null of the score."""

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train networks towards the input ``target`` and keep them at ``params["stops"]``.

    Params: depth and units, the shape; runs; recipe; stops, increasing numbers of updates, the last
    one the recipe's. ``model`` has the networks of all runs at the first stop first; the stage is
    the stop.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    recipe, runs = Recipe(**params["recipe"]), params["runs"]
    stops = np.array(params["stops"], dtype=np.int64)
    place = (params["root_seed"], *params["seed_names"])
    start = lecun_normal(shape, [generator(*place, "weights", run) for run in range(runs)])
    trained = train(
        shape,
        stacked([read_target(single(inputs, "target"))]),
        start,
        None,
        recipe,
        [generator(*place, "pixels", run) for run in range(runs)],
        stops,
        checkpoints,
        keep=True,
    )
    if trained.kept is None:
        raise RuntimeError("The training kept no weights on the way.")
    weights = trained.kept.reshape(len(stops) * runs, shape.weights)
    networks = StoredNetworks(
        weights,
        np.ones(weights.shape, dtype=np.bool_),
        np.tile(start.numpy(), (len(stops), 1)),
        np.tile(np.arange(runs), len(stops)),
        np.repeat(stops, runs),
    )
    return {"model": networks.arrays()}
