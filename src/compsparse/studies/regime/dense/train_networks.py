"""Step ``train``: dense networks towards one target, stacked."""

import numpy as np
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_LOGGED = 9  # points of the curves of loss and error, besides the start


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train ``params["runs"]`` networks of one shape towards the image of the input ``target``.

    Params: depth and units, the shape; runs; recipe; retry, the rule for runs that get stuck.
    ``model`` has the networks (``network.stored``), of stage 0; [run, logged] ``training_loss`` and
    ``error_curve`` of the whole image, ``steps`` [logged]; [run] ``retries`` and ``stuck``.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    recipe, runs = Recipe(**params["recipe"]), params["runs"]

    def begin(run: int, attempt: int) -> tuple[Float32[Tensor, " weight"], np.random.Generator]:
        place = (params["root_seed"], *params["seed_names"])
        again = ("attempt", attempt) if attempt else ()
        weights = lecun_normal(shape, [generator(*place, "weights", run, *again)])[0]
        return weights, generator(*place, "pixels", run, *again)

    target = stacked([read_target(single(inputs, "target"))])
    logged = np.unique(np.geomspace(min(10, recipe.steps), recipe.steps, _LOGGED).astype(np.int64))
    found = train_with_retries(
        shape, target, begin, None, recipe, RetryRule(**params["retry"]), runs, logged, checkpoints
    )
    trained = found.trained
    networks = StoredNetworks(
        trained.weights.numpy(),
        np.ones((runs, shape.weights), dtype=np.bool_),
        found.start.numpy(),
        np.arange(runs),
        np.zeros(runs, dtype=np.int64),
    )
    curves = {
        "steps": trained.steps,
        "training_loss": trained.training_loss,
        "error_curve": trained.error,
        "retries": found.retries,
        "stuck": found.stuck,
    }
    return {"model": networks.arrays() | curves}
