"""A linear layer with sigmoids, a logistic regression per output, trained for many runs at once."""

import numpy as np
from jaxtyping import Float32

from compsparse.studies.circuits.next_token.stacked_adam import StackedAdam

Weights = Float32[np.ndarray, "run seen output"]
_NEAR = 2**17  # float32 numbers, half a mebibyte: fit the cache of a core


def gradient(
    weights: Weights,
    seen: Float32[np.ndarray, "run sample seen"],
    target: Float32[np.ndarray, "run sample output"],
    decay: float,
) -> Weights:
    """Return the gradient of the mean cross entropy plus ``decay``/2 |w|^2; targets are -1, 1."""
    slope = np.swapaxes(seen, 1, 2) @ error_signal(seen @ weights, target)
    slope += np.float32(decay) * weights
    return np.asarray(slope)


def error_signal(
    logits: Float32[np.ndarray, "run sample output"],
    target: Float32[np.ndarray, "run sample output"],
) -> Float32[np.ndarray, "run sample output"]:
    """Return the derivative of the mean cross entropy by each logit, in place of the logits."""
    # sigmoid(z) - (y + 1)/2 = (tanh(z/2) - y)/2, over the number of samples
    logits *= np.float32(0.5)
    np.tanh(logits, out=logits)
    logits -= target
    logits *= np.float32(0.5 / logits.shape[1])
    return logits


def fitted_layer(
    seen: Float32[np.ndarray, "run sample seen"],
    target: Float32[np.ndarray, "run sample output"],
    *,
    mask: Float32[np.ndarray, "seen output"] | None = None,
    steps: int,
    rates: Float32[np.ndarray, " run"],
    decay: float,
) -> Weights:
    """Train a layer in each run, from zero, by Adam on all its samples at once.

    The mask is 1 where an output sees an entry, 0 where it does not; None: everywhere.
    """
    weights = np.zeros((len(seen), seen.shape[2], target.shape[2]), dtype=np.float32)
    for block in blocks(len(seen), seen[0].size + target[0].size):
        part, adam = weights[block], StackedAdam([weights[block]], rates[block], steps)
        for _ in range(steps):
            slope = gradient(part, seen[block], target[block], decay)
            if mask is not None:
                slope *= mask
            adam.step([slope])
    return weights


def blocks(runs: int, numbers: int) -> list[slice]:
    """Return runs in blocks whose data, ``numbers`` per run, fit the cache."""
    size = max(1, _NEAR // numbers)
    return [slice(start, start + size) for start in range(0, runs, size)]
