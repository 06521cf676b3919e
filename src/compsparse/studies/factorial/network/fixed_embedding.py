"""A fixed input embedding and the subspace spanned by its normalized inputs."""

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.factorial.network import residual_block, root_mean_square_norm


class FixedEmbedding:
    """Embedded inputs that are not trained.

    Sums of factor embeddings span few dimensions: for k factors of sizes p_i at most sum(p_i) - k +
    1 (document 004, Section 2.2). Normalization rescales each input, so it does not leave that
    subspace, and the first block may work in ``coordinates`` of an orthonormal ``basis``.
    """

    def __init__(self, embedded: Float64[np.ndarray, "run row dimension"]) -> None:
        """Find an orthonormal basis for each run, all of the same size."""
        mean_square = np.square(embedded).mean(-1, keepdims=True)
        normalized = embedded / np.sqrt(mean_square + root_mean_square_norm.EPSILON)
        _, singular, basis = np.linalg.svd(normalized, full_matrices=False)
        # relative to the largest one; rounding leaves 1e-15 and directions that count are near 1
        rank = int((singular > 1e-9 * singular[:, :1]).sum(1).max())
        basis = basis[:, :rank]
        self.embedded: Float32[np.ndarray, "run dimension row"] = _float32(embedded.mT)
        self.coordinates: Float32[np.ndarray, "run coordinate row"] = _float32(
            basis @ normalized.mT
        )
        self.basis: Float32[np.ndarray, "run coordinate dimension"] = _float32(basis)


class FirstBlock:
    """Weights of the first block, and their gradients, in the coordinates of a fixed embedding."""

    def __init__(
        self,
        embedding: FixedEmbedding,
        weights: residual_block.BlockWeights,
        gradients: residual_block.BlockWeights,
    ) -> None:
        """Bind to the weights in the embedding space and to the place of their gradients."""
        self._basis = embedding.basis
        self._full, self._full_gradients = weights, gradients
        runs, coordinates, _ = embedding.basis.shape
        up, up_gradient = np.empty((2, runs, weights.up.shape[1], coordinates), np.float32)
        self.weights = residual_block.BlockWeights(up, weights.down)
        self.gradients = residual_block.BlockWeights(up_gradient, gradients.down)

    def prepare(self) -> None:
        """Project the present weights."""
        np.matmul(self._full.up, self._basis.mT, out=self.weights.up)

    def finish(self) -> None:
        """Map the accumulated gradients back to the embedding space."""
        np.matmul(self.gradients.up, self._basis, out=self._full_gradients.up)


def _float32(array: Float64[np.ndarray, "*shape"]) -> Float32[np.ndarray, "*shape"]:
    return array.astype(np.float32, order="C")
