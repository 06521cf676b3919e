"""The exact conditional probabilities as the target."""

import numpy as np
from jaxtyping import Float, Float64, Int64

from compsparse.studies.factorial.network.targets import DenseTarget


def population_target(
    groups: Int64[np.ndarray, "run row"],
    probabilities: list[Float64[np.ndarray, "_ y"]],
    weights: Float[np.ndarray, "run row"] | None = None,
) -> DenseTarget:
    """Return the target p(y | x); each input's group is its row of the run's ``probabilities``.

    Without ``weights`` all inputs weigh the same.
    """
    dense = np.stack([distinct[g] for distinct, g in zip(probabilities, groups, strict=True)])
    dense *= 1 / groups.shape[1] if weights is None else weights[:, :, None]
    return DenseTarget(dense)
