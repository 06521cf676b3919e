"""Train students online, all runs of a job at once, and watch their overlaps.

A run that overflows, as heavy tails cause in some, is marked as failed and not trained further.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float64, Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence.flow.population import population_loss
from compsparse.studies.emergence.online.gradient import loss_gradient, teacher_output
from compsparse.studies.emergence.progress import kept, resumed

_BLOCK = 2**18  # numbers drawn at once for one run: few calls, little memory
_OVERFLOW = 1e6  # a weight beyond it does not come back


@dataclass(frozen=True)
class OnlineHistory:
    """History of each run at the logged steps; NaN from the step at which a run failed."""

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
    checkpoints: Checkpoints = NOTHING_KEPT,
    *,
    compete: bool = True,
    growth: float = 0.0,
) -> OnlineHistory:
    """Run SGD from ``start`` on the squared error, without a factor 1/2, in the start's precision.

    Args:
        order: k.
        amplitudes: a_p.
        start: weights.
        generators: one for each run, so that the samples of a run do not depend on other runs.
        samples: fresh inputs in each step.
        step_size: mean over steps.
        logged_steps: the last one ends training.
        checkpoints: of the training.
        compete: whether neurons share one error; if not, each has its own.
        growth: power of the step's number with which step sizes grow.
    """
    runs, _, dimension = start.shape
    state = _State.new(start, len(logged_steps), len(amplitudes))
    stored = checkpoints.load()
    if stored is not None:
        state = resumed(_State, stored, generators)
    block = max(1, _BLOCK // (samples * dimension))
    scales = amplitudes.astype(start.dtype)
    largest = (1.0 + growth) * step_size
    inputs = np.empty((runs, block, samples, dimension), dtype=start.dtype)
    for row in range(state.row, len(logged_steps)):
        until = logged_steps[row]
        while state.step < until and len(state.alive):
            length = min(block - state.step % block, until - state.step)
            drawn = inputs[: len(state.alive), :length]
            for index, run in enumerate(state.alive):
                generators[int(run)].standard_normal(dtype=start.dtype, out=drawn[index])
            # overflows are detected at the next logged step
            with np.errstate(over="ignore", invalid="ignore"):
                for position in range(length):
                    x = drawn[:, position]
                    labels = teacher_output(order, scales, x)
                    gradient = loss_gradient(order, state.weights, x, labels, compete=compete)
                    passed = (state.step + position + 0.5) / logged_steps[-1]
                    state.weights -= largest * passed**growth * gradient
            state.step += length
            if state.step < until and checkpoints.due():
                checkpoints.save(kept(state, generators), f"step {state.step}")
        state.record(order, amplitudes, until)
        if checkpoints.due():
            checkpoints.save(kept(state, generators), f"step {state.step}")
    return OnlineHistory(np.array(logged_steps), state.loss, state.alignment, state.failed)


@dataclass
class _State:
    """The state of training, apart from the random generators."""

    weights: Float[np.ndarray, "alive neuron dimension"]
    alive: Int64[np.ndarray, " alive"]
    loss: Float64[np.ndarray, "run logged"]
    alignment: Float64[np.ndarray, "run logged direction"]
    failed: Int64[np.ndarray, " run"]
    step: int = 0
    row: int = 0

    @classmethod
    def new(
        cls, start: Float[np.ndarray, "run neuron dimension"], logged: int, directions: int
    ) -> "_State":
        runs = len(start)
        return cls(
            start.copy(),
            np.arange(runs),
            np.full((runs, logged), np.nan),
            np.full((runs, logged, directions), np.nan),
            np.full(runs, -1),
        )

    def record(self, order: int, amplitudes: Float64[np.ndarray, " direction"], step: int) -> None:
        """Record the runs that overflowed, then loss and alignments of the others."""
        largest = np.abs(self.weights).max(axis=(1, 2), initial=0.0)
        finite = largest < _OVERFLOW  # False for NaN
        self.failed[self.alive[~finite]] = step
        self.alive, self.weights = self.alive[finite], self.weights[finite]
        for run, weights in zip(self.alive, self.weights.astype(np.float64), strict=True):
            seen = _seen(order, amplitudes, weights)
            self.loss[run, self.row], self.alignment[run, self.row] = seen
        self.row += 1


def _seen(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    weights: Float64[np.ndarray, "neuron dimension"],
) -> tuple[float, Float64[np.ndarray, " direction"]]:
    norms = np.linalg.norm(weights, axis=1)
    units = weights / norms[:, None]
    overlaps = units[:, : len(amplitudes)]
    loss = population_loss(order, amplitudes, overlaps, units @ units.T, norms**2)
    return loss, np.asarray((overlaps**2).max(axis=0))
