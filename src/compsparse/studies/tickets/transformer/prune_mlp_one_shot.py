"""Step ``prune``: MLPs pruned in one shot, by magnitude and at random; nothing is retrained.

Both methods have one mask for each density, at the densities of the rounds; masks are nested.
Random masks are the same in all tasks of a run.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.tickets.transformer.examples import Examples, accuracy
from compsparse.studies.tickets.transformer.frozen import frozen_part, read_model
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS, prune, round_densities
from compsparse.studies.tickets.transformer.mlp_round import mlp_logits
from compsparse.studies.tickets.transformer.model import MLP
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

METHODS = ("magnitude", "random")


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    heads: int,
    step: float,
    rounds: int,
) -> Outputs:
    """Return densities [density] and, by method, accuracies [run, task, density].

    ``METHOD_validation`` and ``METHOD_test``. The first density is 1, the dense network; ``step``
    and ``rounds`` are those of the rounds of pruning.

    Inputs: examples; model.

    Raises:
        ValueError: a density at which a layer is empty.
    """
    examples, weights = Examples(single(inputs, "examples")), read_model(single(inputs, "model"))
    densities = round_densities(step, rounds)
    randoms = [
        generator(root_seed, *seed_names, "random", int(run)) for run in examples.network_runs
    ]
    scores = {
        "magnitude": {name: np.abs(weights[name]) for name in MLP_WEIGHTS},
        "random": {name: _drawn(weights[name], randoms) for name in MLP_WEIGHTS},
    }
    all_weights = {name: np.ones_like(weights[name], np.bool_) for name in MLP_WEIGHTS}
    found: dict[str, np.ndarray] = {"density": np.array(densities)}
    for part in ("validation", "test"):
        frozen = frozen_part(examples, weights, heads, part)
        for method in METHODS:
            by_density = []
            for density in densities:
                masks = prune(scores[method], all_weights, density)
                pruned = {name: weights[name] * masks.get(name, True) for name in MLP}
                by_density.append(accuracy(mlp_logits(pruned, frozen), frozen.labels))
            stacked = np.stack(by_density, axis=1)
            found[f"{method}_{part}"] = stacked.reshape(examples.runs, examples.tasks, -1)
    return {"model": found}


def _drawn(like: np.ndarray, randoms: list[np.random.Generator]) -> np.ndarray:
    drawn = np.stack([random.random(like.shape[1:]) for random in randoms])
    return drawn.astype(np.float32)
