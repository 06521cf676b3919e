"""The flow for k = 2 of every single neuron, for inputs with any spectrum.

The student sum_i (<w_i, x>^2 - mean) / sqrt(2) sees an input x of covariance diag(lambda), the
teacher is A = diag(a_p) in the same coordinates. With G = W^T W, the loss is
|diag(lambda)^(1/2) (A - G) diag(lambda)^(1/2)|^2 (Frobenius), and its gradient flow

    dW/dt = 4 W diag(lambda) (A - G) diag(lambda).

Without a spectrum, lambda = 1, G alone obeys a Riccati equation (``quadratic_flow``), but the
neurons are known from G up to a rotation only; with one, G has no closed form either. A step here
freezes the directions of the columns of W among the neurons while their lengths follow the exact
logistic law:

    w_p <- exp(4 b_p t) (I + lambda_p H)^(-1/2) w_p,
    H = sum_q lambda_q (exp(8 b_q t) - 1) / b_q  w_q w_q^T,    b_q = a_q lambda_q^2.

The error of a step is of third order in its length without a spectrum, of second order with one;
without a spectrum G is exact; a learned teacher stays where it is for steps of any length.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence.arrays import Neurons
from compsparse.studies.emergence.edge_cases.quadratic_flow import ByCoordinate, learning_time

# Growth by e^12 in one step: such a direction was learned long before, and stays. More would cost
# digits of the others: the eigenvalues of H span as many orders of magnitude.
_LARGEST_EXPONENT = 12.0


@dataclass(frozen=True)
class NeuronHistory:
    """History of one run, a row for each step, and its neurons at the end."""

    time: Float64[np.ndarray, " step"]
    loss: Float64[np.ndarray, " step"]  # without the teacher's tail
    weights: Neurons  # at the end


def neuron_step(
    weights: Neurons,
    amplitudes: ByCoordinate,
    spectrum: ByCoordinate,
    time: float,
    *,
    compete: bool = True,
) -> Neurons:
    """Return the neurons W after a ``time`` that is short compared with learning a direction.

    Amplitudes are zero outside the teacher's span; without ``compete``, each neuron is alone in H.
    """
    rates = amplitudes * spectrum**2
    exponent = np.minimum(8.0 * rates * time, _LARGEST_EXPONENT)
    per = np.full_like(rates, 8.0 * time)
    learned = rates != 0
    per[learned] = np.expm1(exponent[learned]) / rates[learned]
    if not compete:
        load = (weights**2 * (spectrum * per)).sum(axis=1)
        return np.asarray(weights * np.exp(exponent / 2) / np.sqrt(1.0 + load[:, None] * spectrum))
    values, axes = np.linalg.eigh((weights * (spectrum * per)) @ weights.T)
    shrink = 1.0 / np.sqrt(1.0 + np.maximum(values, 0.0)[:, None] * spectrum)
    return np.asarray(axes @ (axes.T @ weights * shrink) * np.exp(exponent / 2))


def spectral_loss(weights: Neurons, amplitudes: ByCoordinate, spectrum: ByCoordinate) -> float:
    """Return the loss; ``quadratic_flow.factor_loss`` where the spectrum is 1."""
    scaled = amplitudes * spectrum
    overlap = float((scaled * spectrum) @ (weights**2).sum(axis=0))
    student = float((((weights * spectrum) @ weights.T) ** 2).sum())
    return float((scaled**2).sum()) - 2 * overlap + student


def integrate_neurons(
    start: Neurons,
    amplitudes: ByCoordinate,
    spectrum: ByCoordinate,
    end: float,
    fraction: float,
    checkpoints: Checkpoints = NOTHING_KEPT,
    *,
    compete: bool = True,
) -> NeuronHistory:
    """Integrate the flow from a small W until ``end``, in steps of a ``fraction`` of the time.

    Amplitudes fall, and are zero outside the teacher's span; the spectrum is lambda, the variances
    of the input; ``compete`` says whether neurons interact.
    """
    # the strongest direction is learned first, hardly influenced by the others
    initial = float((start[:, 0] ** 2).sum())
    first = fraction * learning_time(float(amplitudes[0]), initial) / float(spectrum[0]) ** 2
    if not end > first:
        raise ValueError(f"The flow ends at {end:g}, before its first step of {first:g}.")
    weights, times, losses = start.copy(), [0.0], [spectral_loss(start, amplitudes, spectrum)]
    stored = checkpoints.load()
    if stored is not None:
        weights = stored["weights"]
        times, losses = list(stored["time"]), list(stored["loss"])
    while times[-1] < end:
        time = times[-1]
        # the last step ends exactly at the end, in spite of rounding
        after = min(time + max(first, fraction * time), end)
        weights = neuron_step(weights, amplitudes, spectrum, after - time, compete=compete)
        times.append(after)
        losses.append(spectral_loss(weights, amplitudes, spectrum))
        if checkpoints.due():
            checkpoints.save(
                {"weights": weights, "time": np.array(times), "loss": np.array(losses)},
                f"time {after:g} of {end:g}",
            )
    return NeuronHistory(np.array(times), np.array(losses), weights)
