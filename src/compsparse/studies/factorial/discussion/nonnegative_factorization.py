"""Low-rank completion: a matrix of counts as a product of two nonnegative factors.

Minimizing the generalized Kullback-Leibler divergence from the counts is maximum likelihood for
independent Poisson counts whose means are the product: the objective of the network, and a low-rank
model in which preferences are inner products of users and targets (document 004, Example 2).
"""

import numpy as np
from jaxtyping import Float64


class NonnegativeFactorization:
    """Factors of a matrix of counts, ``users`` and ``targets``, under multiplicative updates."""

    def __init__(
        self, counts: Float64[np.ndarray, "x y"], rank: int, random: np.random.Generator
    ) -> None:
        if rank < 1 or not counts.sum() > 0:
            raise ValueError(
                f"rank is {rank} and the counts sum to {counts.sum():g}; both must be above 0."
            )
        scale = np.sqrt(counts.mean() / rank)
        self._counts = counts
        # uniform on [0.5, 1.5]: no component starts at 0, where multiplicative updates would stay
        self.users: Float64[np.ndarray, "x rank"] = scale * (
            0.5 + random.random((len(counts), rank))
        )
        self.targets: Float64[np.ndarray, "rank y"] = scale * (
            0.5 + random.random((rank, counts.shape[1]))
        )

    def update(self, updates: int) -> None:
        """Do that many updates of both factors."""
        from sklearn.decomposition import non_negative_factorization  # takes a second to import

        if updates:
            self.users, self.targets, _ = non_negative_factorization(
                self._counts,
                self.users,
                self.targets,
                n_components=self.users.shape[1],
                init="custom",
                solver="mu",
                beta_loss="kullback-leibler",
                tol=0.0,
                max_iter=updates,
            )

    def probabilities(self) -> Float64[np.ndarray, "x y"]:
        """Return q(y | x), the rows of the product normalized; uniform for a user without pairs."""
        product = self.users @ self.targets
        sums = product.sum(1, keepdims=True)
        empty = sums <= 0
        probabilities: Float64[np.ndarray, "x y"] = np.where(
            empty, 1 / product.shape[1], product / np.where(empty, 1.0, sums)
        )
        return probabilities
