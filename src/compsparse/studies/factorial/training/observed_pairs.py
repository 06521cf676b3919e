"""Observed pairs (user, target) of one run, some of them kept for validation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.dataset import Dataset
from compsparse.studies.factorial.data_model.sampler import Sampler
from workflow_engine.seeds import generator

Pairs = tuple[Int64[np.ndarray, " pair"], Int64[np.ndarray, " pair"]]
KeptPairs = tuple[Int64[np.ndarray, " kept"], Int64[np.ndarray, " kept"]]


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How pairs are drawn and divided into training and validation."""

    samples: int
    validation_fraction: float
    pairs_seed_names: Sequence[str]  # prefix of the names of the random generators


@dataclass(frozen=True)
class ObservedPairs:
    """The pairs of one run that a method may see, and the true distribution that judges it."""

    training: Pairs  # users and targets
    validation: KeptPairs  # users and targets for early stopping and other choices
    truth: Float64[np.ndarray, "x y"]  # p(y | x)

    def counts(self) -> Float64[np.ndarray, "x y"]:
        """Return how often each pair occurs in the training set."""
        counts = np.zeros(self.truth.shape)
        np.add.at(counts, self.training, 1.0)
        return counts

    def validation_loss(self, probabilities: Float64[np.ndarray, "x y"]) -> float:
        """Return the mean of -log q(y | x) over the validation pairs, in nats."""
        return float(-np.log(probabilities[self.validation]).mean())

    def population_loss(self, probabilities: Float64[np.ndarray, "x y"]) -> float:
        """Return the mean over x of KL(p(. | x) || q(. | x)), in nats."""
        ratio = np.log(np.where(self.truth > 0, self.truth / probabilities, 1.0))
        return float((self.truth * ratio).sum(1).mean())


def observe_pairs(
    dataset: Dataset, name: str, run: int, sampling: Sampling, root_seed: int
) -> ObservedPairs:
    """Draw the pairs of one run of the dataset ``name``.

    Every method that samples in the same way sees the same pairs.
    """
    samples = sampling.samples
    kept = round(sampling.validation_fraction * samples)
    if not 0 < kept < samples:
        raise ValueError(
            f"samples is {samples} and validation_fraction {sampling.validation_fraction}; that "
            f"leaves {samples - kept} pairs for training and {kept} for validation, where each "
            "needs at least one."
        )
    random = generator(root_seed, *sampling.pairs_seed_names, name, run, samples)
    users, targets = Sampler(*dataset.sampled_tables(run), random).draw(samples)
    return ObservedPairs(
        (users[kept:], targets[kept:]), (users[:kept], targets[:kept]), dataset.probabilities(run)
    )


def smoothed_losses(
    probabilities: Float64[np.ndarray, "x y"], pairs: ObservedPairs, weights: Sequence[float]
) -> dict[str, float]:
    """Return both losses of a prediction after mixing it with the uniform distribution.

    ``validation_<i>`` and ``population_<i>`` give the uniform distribution the weight i, in (0, 1].
    """
    uniform = 1 / probabilities.shape[1]
    losses = {}
    for index, weight in enumerate(weights):
        mixed = (1 - weight) * probabilities + weight * uniform
        losses[f"validation_{index}"] = pairs.validation_loss(mixed)
        losses[f"population_{index}"] = pairs.population_loss(mixed)
    return losses
