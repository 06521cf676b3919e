"""Step ``train`` of one neuron on one direction to the end: the loss curve of each run."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.chain import single_index
from compsparse.studies.emergence.progress import kept, resumed
from workflow_engine.steps import Inputs, Outputs

_BLOCK = 256  # steps whose inputs are drawn at once
LEVELS = {"begun": 0.9, "half": 0.5, "fallen": 0.1}  # of the loss at the start
_FIRST_LOGGED = 1 / 300  # of all steps: before it nothing happens
_OVERFLOW = 1e6  # a norm beyond it does not come back


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    order: int,  # k
    dimension: int,  # d
    step_constant: float,  # c of the step size c d^(-k/2)
    duration: float,  # in d^(k-1) / c steps
    start: single_index.Start,  # of each run
    initial_strength: float,  # squared norm of the neuron
    logged_steps: int,  # at most so many steps are logged, log-spaced
    runs: int,
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Follow the population loss of runs on a teacher of amplitude 1.

    The loss of a neuron of squared norm r and overlap m is 1 - 2 r m^k + r^2, without sampling.

    Returns:
        ``history``: ``order``, ``dimension``, ``step_constant``; ``step`` [logged]; ``loss`` [run,
        logged], NaN from an overflow on; [run]: ``begun``, ``half`` and ``fallen``, the first step
        at which the loss is below 0.9, 0.5 and 0.1 of that at the start, or NaN, and ``failed``,
        whether the run overflowed.
    """
    trained = worlds.trained_order(world, order)
    starts, samples = single_index.run_generators(root_seed, seed_names, runs)
    initial = single_index.initial_state(starts, start, dimension, initial_strength)
    steps = round(duration * dimension ** (order - 1) / step_constant)
    logged = spaced_steps(steps, logged_steps)
    stored = checkpoints.load()
    new = _Curve.new(initial, len(logged))
    curve = new if stored is None else resumed(_Curve, stored, samples)
    levels = np.array(list(LEVELS.values()))[:, None] * _loss(initial, trained)
    while curve.step < steps:
        drawn = single_index.draw_inputs(samples, _BLOCK, [dimension] * runs, [0.0] * runs)
        with np.errstate(over="ignore", invalid="ignore"):
            state = single_index.ChainState(curve.overlap, curve.norm)
            path = single_index.follow(
                state, drawn, trained, 1.0, step_constant * dimension ** (-order / 2)
            )
            curve.record(path, trained, levels, logged)
        if checkpoints.due():
            checkpoints.save(kept(curve, samples), f"step {curve.step} of {steps}")
    return {
        "history": {
            "order": np.array(order),
            "dimension": np.array(dimension),
            "step_constant": np.array(step_constant),
            "step": logged,
            "loss": curve.loss,
            **dict(zip(LEVELS, curve.below, strict=True)),
            "failed": curve.failed,
        }
    }


def spaced_steps(steps: int, count: int) -> Int64[np.ndarray, " logged"]:
    """Return at most ``count`` different steps, evenly spaced in logarithm, with the last one."""
    if steps < 1 or count < 2:
        raise ValueError(
            f"There are {steps} steps, of which {count} are logged; needed are at least 1 and 2. "
            "Raise duration or logged_steps."
        )
    spaced = np.geomspace(max(1.0, _FIRST_LOGGED * steps), steps, count)
    return np.unique(np.rint(spaced).astype(np.int64))


@dataclass
class _Curve:
    overlap: Float64[np.ndarray, " run"]
    norm: Float64[np.ndarray, " run"]
    below: Float64[np.ndarray, "level run"]
    loss: Float64[np.ndarray, "run logged"]
    failed: Bool[np.ndarray, " run"]
    step: int

    @classmethod
    def new(cls, start: single_index.ChainState, logged: int) -> "_Curve":
        runs = len(start.norm)
        below = np.full((len(LEVELS), runs), np.nan)
        loss = np.full((runs, logged), np.nan)
        return cls(start.overlap, start.norm, below, loss, np.zeros(runs, dtype=bool), 0)

    def record(
        self,
        path: single_index.ChainState,
        order: int,
        levels: Float64[np.ndarray, "level run"],
        logged: Int64[np.ndarray, " logged"],
    ) -> None:
        """Record the losses of these steps; those after the last logged one are ignored."""
        steps = self.step + np.arange(1, len(path.norm) + 1)
        # NaN overflowed too
        broken = self.failed | np.logical_or.accumulate(~(path.norm < _OVERFLOW), axis=0)
        broken[steps > logged[-1]] |= True
        loss = np.where(broken, np.nan, _loss(path, order))
        for level, below in zip(levels, self.below, strict=True):
            under = loss < level
            first = np.where(under.any(axis=0), steps[under.argmax(axis=0)], np.nan)
            below[:] = np.fmin(below, first)
        columns = np.flatnonzero((logged > self.step) & (logged <= steps[-1]))
        self.loss[:, columns] = loss[logged[columns] - self.step - 1].T
        last = min(len(steps), int(logged[-1]) - self.step)
        self.failed = broken[last - 1]
        state = path.last(np.arange(len(self.norm)))
        self.overlap, self.norm, self.step = state.overlap, state.norm, int(steps[-1])


def _loss(state: single_index.ChainState, order: int) -> Float64[np.ndarray, "*steps run"]:
    strength = state.norm**2
    loss: Float64[np.ndarray, "*steps run"] = (
        1.0 - 2.0 * strength * state.overlap**order + strength**2
    )
    return loss
