"""Step ``train``: dense networks that start near a genome's network, or from random weights.

The genome is embedded in a deeper and wider shape, where it paints the same image (``embedding``);
noise is added to all weights, and all of them are trained.

The distance of two networks is the root mean square over their blocks of the relative distance, the
Euclidean norm of the difference of a block over that of the solution's block. So a layer's weights
are measured relative to their size, and all layers count equally. Networks that differ by the order
of their units count as different.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    distances: Sequence[float],
    runs: int,
    recipe: Recipe,
    retry: RetryRule,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks from each distance to a solution, and as many from random weights.

    Inputs: target; solution, the genome's network in the shape. A run has the same direction of
    noise at all distances, and the same pixels.

    ``model``: first the genome's network in the shape, of stage 0, once for each run, so that
    several draws of its weights are swept; then, of stage 1, all runs of the first distance, and so
    on, random starts last (``network.stored``); [network] ``start``, the distance at the start, 0
    for the genome's network; ``moved``, that at the end; ``random``, whether the start is random;
    ``retries``, ``stuck``.

    Args:
        distances: of the starts from the genome's network, relative to its weights.
        runs: of each distance, and of random starts.
    """
    shape = LayeredShape.from_units(depth, units)
    solution, _, _ = read_embedding(single(inputs, "solution"))
    target = read_colours(single(inputs, "target"))
    seeds = RunSeeds(root_seed, seed_names)
    starts: list[float | None] = [*distances, None]
    parts = Parts(checkpoints, len(starts))
    untrained = solution.repeat(runs, 1)
    found = [_networks(shape, solution, untrained, untrained, stage=0, random=False)]
    for distance in starts:
        trained = parts.do(
            partial(_train, shape, solution, target, distance, seeds, recipe, retry, runs)
        )
        weights, start = (torch.from_numpy(trained[name]) for name in ("weights", "start"))
        networks = _networks(shape, solution, start, weights, stage=1, random=distance is None)
        found.append(networks | {name: trained[name] for name in ("retries", "stuck")})
    return {"model": {key: np.concatenate([group[key] for group in found]) for key in found[0]}}


def _train(
    shape: LayeredShape,
    solution: Tensor,
    target: Tensor,
    distance: float | None,
    seeds: RunSeeds,
    recipe: Recipe,
    retry: RetryRule,
    runs: int,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    def initial(run: int, attempt: int) -> Tensor:
        random = seeds.generator("noise", run, attempt)
        if distance is None:
            return lecun_normal(shape, [random])[0]
        return at_distance(shape, solution, distance, random)

    steps = np.array([recipe.steps])
    found = train_with_retries(
        shape, target, initial, seeds, None, recipe, retry, runs, steps, checkpoints
    )
    return found.part


def _networks(
    shape: LayeredShape,
    solution: Tensor,
    start: Tensor,
    weights: Tensor,
    *,
    stage: int,
    random: bool,
) -> dict[str, np.ndarray]:
    zeros = np.zeros(len(weights), dtype=np.int64)
    return StoredNetworks.replicates(weights, start, stage=stage).arrays() | {
        "start": np.array([relative_distance(shape, solution, run) for run in start]),
        "moved": np.array([relative_distance(shape, solution, run) for run in weights]),
        "random": np.full(len(weights), random),
        "retries": zeros,
        "stuck": zeros,
    }


def relative_distance(
    shape: LayeredShape, solution: Float32[Tensor, " weight"], other: Float32[Tensor, " weight"]
) -> float:
    """Return the distance of ``other`` from the solution; 1 for a network of zeros."""
    squares = [
        float((((other - solution)[place]).norm() / solution[place].norm()) ** 2)
        for place in _places(shape)
    ]
    return float(np.sqrt(np.mean(squares)))


def at_distance(
    shape: LayeredShape,
    solution: Float32[Tensor, " weight"],
    distance: float,
    random: np.random.Generator,
) -> Float32[Tensor, " weight"]:
    """Return the solution with Gaussian noise on its weights, of this distance in each block."""
    # equal generators give the same direction at all distances
    noise = torch.from_numpy(random.standard_normal(len(solution)).astype(np.float32))
    start = solution.clone()
    for place in _places(shape):
        start[place] += distance * solution[place].norm() / noise[place].norm() * noise[place]
    return start


def _places(shape: LayeredShape) -> list[slice]:
    return [slice(block.start, block.stop) for block in shape.blocks]
