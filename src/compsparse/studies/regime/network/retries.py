"""Runs that got stuck begin anew: training by ``training``, under a rule that sees no outcome."""

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
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Mask, Targets, Trained, train


@dataclass(frozen=True)
class Retried:
    """Training in which stuck runs began anew."""

    trained: Trained  # the last attempt of every run
    start: Weights  # weights that it began with
    retries: Int64[np.ndarray, " run"]  # how often a run began anew
    stuck: Bool[np.ndarray, " run"]  # in the last attempt too


Begin = Callable[[int, int], tuple[Float32[Tensor, " weight"], np.random.Generator]]


def train_with_retries(
    shape: LayeredShape,
    targets: Targets,
    begin: Begin,
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
    """Train runs; those that are stuck by the rule begin anew and are trained to the end again.

    A run counts as stuck by its error at the rule's step alone, whatever becomes of it later: which
    attempt is kept does not depend on how good it turned out to be.

    ``begin`` returns start weights and the generator that draws pixels, of a run and an attempt (0
    for the first); give every attempt a seed of its own name. It is not called for attempts that
    were finished before an interruption. What is not named here is as in ``train``.
    """
    decisive = rule.step_of(recipe)
    steps = np.union1d(logged_steps, [decisive]).astype(np.int64)
    column = int(np.searchsorted(steps, decisive))
    parts = Parts(checkpoints, rule.retries + 1)
    start, weights = torch.zeros(2, runs, shape.weights)
    loss, error = np.zeros((2, runs, len(steps)))
    retries = np.zeros(runs, dtype=np.int64)
    trying = np.arange(runs)
    for attempt in range(rule.retries + 1):
        if not len(trying):
            break
        retries[trying] = attempt
        came_to = parts.do(
            partial(
                _attempt,
                shape,
                targets,
                begin,
                mask,
                recipe,
                steps,
                inputs,
                images,
                trying,
                attempt,
            )
        )
        start[trying] = torch.from_numpy(came_to["start"])
        weights[trying] = torch.from_numpy(came_to["weights"])
        loss[trying], error[trying] = came_to["training_loss"], came_to["error"]
        trying = trying[error[trying, column] > rule.error]
    stuck = np.zeros(runs, dtype=np.bool_)
    stuck[trying] = True
    return Retried(Trained(weights, steps, loss, error), start, retries, stuck)


def _attempt(
    shape: LayeredShape,
    targets: Targets,
    begin: Begin,
    mask: Mask | None,
    recipe: Recipe,
    steps: Int64[np.ndarray, " logged"],
    inputs: Float32[Tensor, "input pixel"] | None,
    images: int,
    trying: Int64[np.ndarray, " trying"],
    attempt: int,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    chosen = torch.from_numpy(trying)
    begun = [begin(run, attempt) for run in trying.tolist()]
    start = torch.stack([weights for weights, _ in begun])
    trained = train(
        shape,
        targets if len(targets) == 1 else targets[chosen],
        start,
        None if mask is None else mask[chosen],
        recipe,
        [random for _, random in begun],
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
