"""Observed pairs (user, target) of one run, some of them kept for validation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.dataset import Dataset
from compsparse.studies.factorial.data_model.sampler import Sampler
from workflow_engine.seeds import generator
from workflow_engine.steps import Params

Pairs = tuple[Int64[np.ndarray, " pair"], Int64[np.ndarray, " pair"]]
KeptPairs = tuple[Int64[np.ndarray, " kept"], Int64[np.ndarray, " kept"]]


@dataclass(frozen=True)
class ObservedPairs:
    """What a method may see of one run, and the truth that judges it."""

    training: Pairs  # users and targets to learn from
    validation: KeptPairs  # users and targets that choose among what was learned
    truth: Float64[np.ndarray, "x y"]  # p(y | x)

    def counts(self) -> Float64[np.ndarray, "x y"]:
        """Return how often each pair occurs among those to learn from."""
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


def observe_pairs(dataset: Dataset, name: str, run: int, params: Params) -> ObservedPairs:
    """Draw the pairs of one run, the same ones for every method that asks with the same names.

    ``name`` is that of the dataset. Params: root_seed; pairs_seed_names, the prefix of the
    generator's names; samples, number of pairs; validation_fraction, the share of them kept for
    validation.
    """
    samples, share = params["samples"], params["validation_fraction"]
    kept = round(share * samples)
    if not 0 < kept < samples:
        raise ValueError(
            f"samples is {samples} and validation_fraction {share}; that leaves {samples - kept} "
            f"pairs to learn from and {kept} for validation, where each needs at least one."
        )
    random = generator(params["root_seed"], *params["pairs_seed_names"], name, run, samples)
    users, targets = Sampler(*dataset.sampled_tables(run), random).draw(samples)
    return ObservedPairs(
        (users[kept:], targets[kept:]), (users[:kept], targets[:kept]), dataset.probabilities(run)
    )


def smoothed_losses(
    probabilities: Float64[np.ndarray, "x y"], pairs: ObservedPairs, weights: Sequence[float]
) -> dict[str, float]:
    """Return both losses of a prediction mixed with the uniform distribution.

    They are ``validation_<i>`` and ``population_<i>`` for the weight i of it, in (0, 1].
    """
    uniform = 1 / probabilities.shape[1]
    losses = {}
    for index, weight in enumerate(weights):
        mixed = (1 - weight) * probabilities + weight * uniform
        losses[f"validation_{index}"] = pairs.validation_loss(mixed)
        losses[f"population_{index}"] = pairs.population_loss(mixed)
    return losses
