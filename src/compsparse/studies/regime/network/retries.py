"""Training with restarts: a run that fails starts again from new weights."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float32, Int64
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Mask, Targets, Trained, train

Arrays = dict[str, np.ndarray]
InitialWeights = Callable[[int, int], Float32[Tensor, " weight"]]


def last_attempts(
    attempt: Callable[[list[int], int, Checkpoints], Arrays],
    failed: Callable[[Arrays], Bool[np.ndarray, " trying"]],
    runs: int,
    retries: int,
    checkpoints: Checkpoints,
) -> Arrays:
    """Return the arrays of each run's last attempt, and ``retries``, its number of restarts.

    Args:
        attempt: lets runs try, given the attempt's number from 0; returns arrays by run.
        failed: which of them try again.
        runs: number of all runs.
        retries: largest number of restarts of a run.
        checkpoints: of the attempts.
    """
    parts = Parts(checkpoints, retries + 1)
    kept: Arrays = {}
    trying = np.arange(runs)
    for number in range(retries + 1):
        if not len(trying):
            break
        found = parts.do(partial(attempt, trying.tolist(), number))
        for name, values in (found | {"retries": np.full(len(trying), number)}).items():
            every = kept.setdefault(name, np.zeros((runs, *values.shape[1:]), values.dtype))
            every[trying] = values
        trying = trying[failed(found)]
    return kept


@dataclass(frozen=True)
class Retried:
    """The last attempt of every run."""

    trained: Trained
    start: Weights  # its initial weights
    retries: Int64[np.ndarray, " run"]  # number of restarts
    stuck: Bool[np.ndarray, " run"]  # still stuck in the last attempt

    @property
    def outcome(self) -> Arrays:
        """What a file of networks says beside them."""
        return {"retries": self.retries, "stuck": self.stuck}

    @property
    def part(self) -> Arrays:
        """What a part of a step comes to, in numbers."""
        return {
            "weights": self.trained.weights.numpy(),
            "start": self.start.numpy(),
            "retries": self.retries,
            "stuck": self.stuck.astype(np.int64),
        }


def train_with_retries(
    shape: LayeredShape,
    targets: Targets,
    initial: InitialWeights | None,
    seeds: RunSeeds,
    mask: Mask | None,
    recipe: Recipe,
    rule: RetryRule,
    runs: int,
    logged_steps: Int64[np.ndarray, " logged"],
    checkpoints: Checkpoints = NOTHING_KEPT,
    **pictures: Any,
) -> Retried:
    """Train all runs; those that the rule calls stuck restart and are trained to the end again.

    A run is stuck by its error at the rule's step alone, not by its final error: which attempt is
    kept does not depend on its result.

    Args:
        initial: initial weights of a run and an attempt, 0 for the first; LeCun normal if None.
        seeds: of the drawn pixels, and of LeCun normal weights; every attempt has its own.
        pictures: ``inputs`` and ``images`` of ``train``, as which other arguments are.
    """
    decisive = rule.decisive_step(recipe)
    steps = np.union1d(logged_steps, [decisive]).astype(np.int64)
    column = int(np.searchsorted(steps, decisive))

    def lecun(run: int, attempt: int) -> Float32[Tensor, " weight"]:
        return lecun_normal(shape, [seeds.generator("weights", run, attempt)])[0]

    def attempt(trying: list[int], number: int, checkpoints: Checkpoints) -> Arrays:
        start = torch.stack([(initial or lecun)(run, number) for run in trying])
        trained = train(
            shape,
            targets if len(targets) == 1 else targets[trying],
            start,
            None if mask is None else mask[trying],
            recipe,
            [seeds.generator("pixels", run, number) for run in trying],
            steps,
            checkpoints,
            **pictures,
        )
        return {
            "start": start.numpy(),
            "weights": trained.weights.numpy(),
            "training_loss": trained.training_loss,
            "error": trained.error,
        }

    def stuck(found: Arrays) -> Bool[np.ndarray, " trying"]:
        return np.asarray(found["error"][:, column] > rule.error)

    found = last_attempts(attempt, stuck, runs, rule.retries, checkpoints)
    weights, start = (torch.from_numpy(found[name]) for name in ("weights", "start"))
    trained = Trained(weights, steps, found["training_loss"], found["error"])
    return Retried(trained, start, found["retries"], stuck(found))
