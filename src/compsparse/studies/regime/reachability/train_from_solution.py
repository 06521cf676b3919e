"""Step ``train``: dense networks that begin near a genome's network, and others that do not.

The genome lies in a deeper and wider shape, where it paints the same image (``targets.embedding``);
noise is added to all weights, and all of them are trained.
"""

from functools import partial

import numpy as np
import torch
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.reachability.distance import at_distance, relative_distance
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train ``params["runs"]`` networks from each distance, and as many from random weights.

    Inputs: target; solution, the genome's network in the shape. Params: depth and units, of the
    shape; distances, of the starts from the genome's network; runs; recipe and retry, the same for
    all. A run has the same direction of noise at all distances, and the same pixels.

    ``model``: first the genome's network in the shape, of stage 0, once for each run, so that
    several draws of its weights are swept; then, of stage 1, all runs of the first distance, and so
    on, random starts last (``network.stored``); [network] ``start``, the distance at the start, 0
    for the genome's network; ``moved``, that at the end; ``random``, whether the start is random;
    ``retries``, ``stuck``.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
    solution, _, _ = read_embedding(single(inputs, "solution"))
    target = stacked([read_target(single(inputs, "target"))])
    distances: list[float | None] = [*params["distances"], None]
    parts = Parts(checkpoints, len(distances))
    untrained = solution.repeat(params["runs"], 1)
    found = [_row(shape, solution, untrained, untrained, 0)]
    for distance in distances:
        came_to = parts.do(partial(_train, shape, solution, target, params, distance))
        weights, start = torch.from_numpy(came_to["weights"]), torch.from_numpy(came_to["start"])
        rows = _row(shape, solution, start, weights, 1, distance is None)
        found.append(rows | {name: came_to[name] for name in ("retries", "stuck")})
    return {"model": {name: np.concatenate([one[name] for one in found]) for name in found[0]}}


def _train(
    shape: LayeredShape,
    solution: Tensor,
    target: Tensor,
    params: Params,
    distance: float | None,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    place = (params["root_seed"], *params["seed_names"])
    recipe = Recipe(**params["recipe"])

    def begin(run: int, attempt: int) -> tuple[Tensor, np.random.Generator]:
        again = ("attempt", attempt) if attempt else ()
        random = generator(*place, "noise", run, *again)
        start = (
            lecun_normal(shape, [random])[0]
            if distance is None
            else at_distance(shape, solution, distance, random)
        )
        return start, generator(*place, "pixels", run, *again)

    found = train_with_retries(
        shape,
        target,
        begin,
        None,
        recipe,
        RetryRule(**params["retry"]),
        params["runs"],
        np.array([recipe.steps]),
        checkpoints,
    )
    return {
        "weights": found.trained.weights.numpy(),
        "start": found.start.numpy(),
        "retries": found.retries,
        "stuck": found.stuck.astype(np.int64),
    }


def _row(
    shape: LayeredShape,
    solution: Tensor,
    start: Tensor,
    weights: Tensor,
    stage: int,
    random: bool = False,
) -> dict[str, np.ndarray]:
    runs = len(weights)
    networks = StoredNetworks(
        weights.numpy(),
        np.ones(weights.shape, dtype=np.bool_),
        start.numpy(),
        np.arange(runs),
        np.full(runs, stage),
    )
    nothing = np.zeros(runs, dtype=np.int64)
    return networks.arrays() | {
        "start": np.array([relative_distance(shape, solution, one) for one in start]),
        "moved": np.array([relative_distance(shape, solution, one) for one in weights]),
        "random": np.full(runs, random),
        "retries": nothing,
        "stuck": nothing,
    }
