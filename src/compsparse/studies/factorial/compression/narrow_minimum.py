"""The smallest loss of a narrow embedding, over all functions of the form (3) of document 004.

With free embeddings the form is a softmax over U v with U of shape [y, d] and one vector v for each
distinct input. Local optimization from several starts yields an upper bound of the minimum.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float64


@dataclass(frozen=True)
class NarrowLoss:
    """The loss of embeddings that are concatenated in a vector: U, then all v."""

    probabilities: Float64[np.ndarray, "group y"]  # p(y | .), all above 0
    weights: Float64[np.ndarray, " group"]  # fraction of the inputs in each group
    dimension: int

    @property
    def size(self) -> int:
        """Number of free parameters."""
        return self.dimension * sum(self.probabilities.shape)

    @cached_property
    def entropies(self) -> Float64[np.ndarray, " group"]:
        """Entropy of each group, in nats."""
        entropies: Float64[np.ndarray, " group"] = -(
            self.probabilities * np.log(self.probabilities)
        ).sum(axis=1)
        return entropies

    def __call__(
        self, parameters: Float64[np.ndarray, " parameter"]
    ) -> tuple[float, Float64[np.ndarray, " parameter"]]:
        """Return the mean divergence over inputs, in nats, and its gradient."""
        groups, outputs = self.probabilities.shape
        place = outputs * self.dimension
        output_embedding = parameters[:place].reshape(outputs, self.dimension)
        vectors = parameters[place:].reshape(groups, self.dimension)
        logits = vectors @ output_embedding.T
        logits -= logits.max(axis=1, keepdims=True)
        estimate = np.exp(logits)
        totals = estimate.sum(axis=1, keepdims=True)
        logits -= np.log(totals)
        cross_entropies = -np.einsum("gy,gy->g", self.probabilities, logits)
        estimate /= totals
        estimate -= self.probabilities
        estimate *= self.weights[:, None]
        gradient = np.concatenate(
            [(estimate.T @ vectors).ravel(), (estimate @ output_embedding).ravel()]
        )
        return float(self.weights @ (cross_entropies - self.entropies)), gradient


def spectral_start(loss: NarrowLoss) -> Float64[np.ndarray, " parameter"]:
    """Return the embeddings that are nearest to log p in mean square; exact from its rank on."""
    left, values, right = np.linalg.svd(np.log(loss.probabilities), full_matrices=False)
    kept = min(loss.dimension, len(values))
    root = np.sqrt(values[:kept])
    output_embedding = np.zeros((loss.probabilities.shape[1], loss.dimension))
    vectors = np.zeros((len(loss.probabilities), loss.dimension))
    output_embedding[:, :kept] = right[:kept].T * root
    vectors[:, :kept] = left[:, :kept] * root
    return np.concatenate([output_embedding.ravel(), vectors.ravel()])


def minimum_from(
    loss: NarrowLoss, start: Float64[np.ndarray, " parameter"], iterations: int
) -> tuple[float, Float64[np.ndarray, " parameter"]]:
    """Return what L-BFGS reaches from ``start`` in at most ``iterations``: loss, embeddings."""
    from scipy.optimize import minimize  # costs a tenth of a second

    found = minimize(
        loss,
        start,
        jac=True,
        method="L-BFGS-B",
        # stops early only where an iteration gains less than 1e-9 nats
        options={"maxiter": iterations, "maxfun": 10 * iterations, "ftol": 1e-9, "gtol": 1e-9},
    )
    return float(found.fun), found.x
