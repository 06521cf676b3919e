"""Train students online, all runs of a job at once, and watch their overlaps.

A run whose weights overflow is a result: single samples of a polynomial of degree 4 have heavy
tails. It is marked as failed at the step where it happened, and stays out of later steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float64, Int64

from compsparse.studies.emergence.flow.population import population_loss
from compsparse.studies.emergence.online.gradient import loss_gradient, teacher_output

_BLOCK = 2**20  # numbers drawn at once for one run: few calls, little memory


@dataclass(frozen=True)
class OnlineHistory:
    """What is seen of each run at the logged steps; NaN from the step on at which a run failed."""

    steps: Int64[np.ndarray, " logged"]
    loss: Float64[np.ndarray, "run logged"]  # of the population; without the teacher's tail
    alignment: Float64[np.ndarray, "run logged direction"]  # largest squared overlap of any neuron
    failed: Int64[np.ndarray, " run"]  # logged step at which weights were seen to overflow, or -1


def train(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    start: Float[np.ndarray, "run neuron dimension"],
    generators: Sequence[np.random.Generator],
    samples: int,
    step_size: float,
    logged_steps: Sequence[int],
) -> OnlineHistory:
    """Run SGD from ``start`` on the squared error, without a factor 1/2.

    Args:
        order: of the activation, 2, 3 or 4.
        amplitudes: of the teacher's directions, the first coordinate axes.
        start: weights; training computes in their precision.
        generators: one for each run: adding a run changes no other one's samples.
        samples: fresh inputs in each step.
        step_size: eta.
        logged_steps: rising numbers of steps after which to look; the last one ends training.
    """
    weights = start.copy()
    runs, _, dimension = weights.shape
    block = max(1, _BLOCK // (samples * dimension))
    scales = amplitudes.astype(weights.dtype)
    loss = np.full((runs, len(logged_steps)), np.nan)
    alignment = np.full((runs, len(logged_steps), len(amplitudes)), np.nan)
    failed = np.full(runs, -1)
    alive = np.arange(runs)
    step = 0
    for row, until in enumerate(logged_steps):
        while step < until:
            length = min(block - step % block, until - step)
            inputs = np.stack(
                [
                    generators[int(run)].standard_normal((length, samples, dimension))
                    for run in alive
                ],
                axis=1,
            ).astype(weights.dtype)
            # what overflows is found when it is looked at
            with np.errstate(over="ignore", invalid="ignore"):
                for x in inputs:
                    labels = teacher_output(order, scales, x)
                    weights -= step_size * loss_gradient(order, weights, x, labels)
            step += length
        finite = np.isfinite(weights).all(axis=(1, 2)) & (np.abs(weights).max(axis=(1, 2)) < 1e6)
        failed[alive[~finite]] = until
        alive, weights = alive[finite], weights[finite]
        if len(alive) == 0:
            break
        for run, own in zip(alive, weights.astype(np.float64), strict=True):
            loss[run, row], alignment[run, row] = _look(order, amplitudes, own)
    return OnlineHistory(np.array(logged_steps), loss, alignment, failed)


def _look(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    weights: Float64[np.ndarray, "neuron dimension"],
) -> tuple[float, Float64[np.ndarray, " direction"]]:
    norms = np.linalg.norm(weights, axis=1)
    units = weights / norms[:, None]
    overlaps = units[:, : len(amplitudes)]
    loss = population_loss(order, amplitudes, overlaps, units @ units.T, norms**2)
    return loss, np.asarray((overlaps**2).max(axis=0))
