"""Linear probes: how well a linear map predicts a target from states, on held-out inputs."""

import numpy as np
from jaxtyping import Float64

FOLDS = 5


def explained_variance(
    states: Float64[np.ndarray, "x dimension"],
    target: Float64[np.ndarray, "x column"],
    random: np.random.Generator,
) -> float:
    """Return the share of the target's variance that cross-validated least squares explains.

    Five folds, each predicted by an affine map fit to the others. 0 is as good as the mean; a map
    fit to noise is below. Squares are summed over all columns.
    """
    count = len(states)
    deviations = np.square(target - target.mean(axis=0)).sum()
    design = np.concatenate([states, np.ones((count, 1))], axis=1)
    residuals = np.empty_like(target)
    for held_out in np.array_split(random.permutation(count), FOLDS):
        fitted = np.ones(count, dtype=np.bool_)
        fitted[held_out] = False
        linear_map = np.linalg.lstsq(design[fitted], target[fitted], rcond=None)[0]
        residuals[held_out] = target[held_out] - design[held_out] @ linear_map
    return float(1 - np.square(residuals).sum() / deviations)
