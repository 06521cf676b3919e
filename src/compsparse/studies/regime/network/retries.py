"""Training with restarts: a run that is stuck at a fixed step starts again from new weights."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from jaxtyping import Bool, Float32, Int64
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Mask, Targets, Trained, train


@dataclass(frozen=True)
class Retried:
    """The last attempt of every run."""

    trained: Trained
    start: Weights  # its initial weights
    retries: Int64[np.ndarray, " run"]  # number of restarts
    stuck: Bool[np.ndarray, " run"]  # still stuck in the last attempt


InitialWeights = Callable[[int, int], Float32[Tensor, " weight"]]


def train_with_retries(
    shape: LayeredShape,
    targets: Targets,
    initial: InitialWeights,
    seeds: RunSeeds,
    mask: Mask | None,
    recipe: Recipe,
    rule: RetryRule,
    runs: int,
    logged_steps: Int64[np.ndarray, " logged"],
    checkpoints: Checkpoints = NOTHING_KEPT,
    *,
    inputs: Float32[Tensor, "input pixel"] | None = None,
    images: int = 1,
) -> Retried:
    """Train all runs; those that the rule calls stuck restart and are trained to the end again.

    A run is stuck by its error at the rule's step alone, not by its final error: which attempt is
    kept does not depend on its result.

    Args:
        initial: initial weights of a run and an attempt, 0 for the first. Not called for attempts
            that were finished before an interruption.
        seeds: of the drawn pixels; every attempt has its own.

    Other arguments are as in ``train``.
    """
    decisive = rule.decisive_step(recipe)
    steps = np.union1d(logged_steps, [decisive]).astype(np.int64)
    column = int(np.searchsorted(steps, decisive))
    parts = Parts(checkpoints, rule.retries + 1)
    start, weights = torch.zeros(2, runs, shape.weights)
    loss, error = np.zeros((2, runs, len(steps)))
    retries = np.zeros(runs, dtype=np.int64)
    trying = np.arange(runs)

    def train_attempt(
        trying: Int64[np.ndarray, " trying"], attempt: int, checkpoints: Checkpoints
    ) -> dict[str, np.ndarray]:
        chosen = torch.from_numpy(trying)
        start = torch.stack([initial(run, attempt) for run in trying.tolist()])
        trained = train(
            shape,
            targets if len(targets) == 1 else targets[chosen],
            start,
            None if mask is None else mask[chosen],
            recipe,
            [seeds.generator("pixels", run, attempt) for run in trying.tolist()],
            steps,
            checkpoints,
            inputs=inputs,
            images=images,
        )
        return {
            "start": start.numpy(),
            "weights": trained.weights.numpy(),
            "training_loss": trained.training_loss,
            "error": trained.error,
        }

    for attempt in range(rule.retries + 1):
        if not len(trying):
            break
        retries[trying] = attempt
        finished = parts.do(partial(train_attempt, trying, attempt))
        start[trying] = torch.from_numpy(finished["start"])
        weights[trying] = torch.from_numpy(finished["weights"])
        loss[trying], error[trying] = finished["training_loss"], finished["error"]
        trying = trying[error[trying, column] > rule.error]
    stuck = np.zeros(runs, dtype=np.bool_)
    stuck[trying] = True
    return Retried(Trained(weights, steps, loss, error), start, retries, stuck)
