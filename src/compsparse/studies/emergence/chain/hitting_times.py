"""When online SGD on one direction reaches two overlaps; the runs of all cells step together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence.arrays import Arrays
from compsparse.studies.emergence.chain import single_index
from compsparse.studies.emergence.progress import kept, resumed

_BLOCK = 256  # steps whose inputs are drawn at once
_LEVELS = (0.1, 0.5)  # of the squared overlap: the search is over; the direction is learned
_OVERFLOW = 1e6  # a norm beyond it does not come back


@dataclass(frozen=True)
class Cell:
    """Runs that differ by their random numbers only."""

    dimension: int  # d
    amplitude: float  # a, of the teacher; labels have noise of variance 1 - a^2
    step_size: float  # eta
    give_up: int  # steps after which a run is given up
    start: single_index.Start
    initial_strength: float  # rho^2
    starts: Sequence[np.random.Generator]  # one per run
    samples: Sequence[np.random.Generator]  # one per run


@dataclass(frozen=True)
class HittingTimes:
    """Steps until the squared overlap exceeds 0.1 and 0.5, NaN where it did not."""

    searched: Float64[np.ndarray, "cell run"]
    learned: Float64[np.ndarray, "cell run"]
    failed: Bool[np.ndarray, "cell run"]  # overflowed before it had learned

    def reshaped(self, shape: tuple[int, ...]) -> Arrays:
        """Return the arrays by name, with the cells along several axes."""
        return {name: array.reshape(shape) for name, array in vars(self).items()}


def hitting_times(
    cells: Sequence[Cell], order: int, checkpoints: Checkpoints = NOTHING_KEPT
) -> HittingTimes:
    """Run all cells, of equally many runs, until each has learned, overflowed or is given up."""
    runs = len(cells[0].samples)
    dimension, amplitude, step_size, give_up = (
        np.repeat([getattr(cell, name) for cell in cells], runs)
        for name in ("dimension", "amplitude", "step_size", "give_up")
    )
    samples = [random for cell in cells for random in cell.samples]
    stored = checkpoints.load()
    race = _Race.new(cells) if stored is None else resumed(_Race, stored, samples)
    while len(race.alive):
        alive = race.alive
        drawn = single_index.draw_inputs(
            [samples[run] for run in alive],
            _BLOCK,
            dimension[alive].tolist(),
            (1.0 - amplitude[alive] ** 2).tolist(),
        )
        with np.errstate(over="ignore", invalid="ignore"):
            state = single_index.ChainState(race.overlap, race.norm)
            path = single_index.follow(state, drawn, order, amplitude[alive], step_size[alive])
            race.record(path, give_up[alive])
        if len(race.alive) and checkpoints.due():
            place = f"step {race.step} of at most {give_up.max()}"
            checkpoints.save(kept(race, samples), place)
    shape = (len(cells), runs)
    searched, learned = race.counted.reshape(len(_LEVELS), *shape)
    return HittingTimes(searched, learned, race.failed.reshape(shape))


@dataclass
class _Race:
    """The state of all runs, those of all cells in one row, and what has been counted so far."""

    overlap: Float64[np.ndarray, " alive"]
    norm: Float64[np.ndarray, " alive"]
    alive: Int64[np.ndarray, " alive"]  # indices in the row
    counted: Float64[np.ndarray, "level run"]
    failed: Bool[np.ndarray, " run"]
    step: int

    @classmethod
    def new(cls, cells: Sequence[Cell]) -> "_Race":
        starts = [
            single_index.initial_state(
                cell.starts, cell.start, cell.dimension, cell.initial_strength
            )
            for cell in cells
        ]
        overlap = np.concatenate([start.overlap for start in starts])
        norm = np.concatenate([start.norm for start in starts])
        counted = np.full((len(_LEVELS), len(overlap)), np.nan)
        failed = np.zeros(len(overlap), dtype=bool)
        return cls(overlap, norm, np.arange(len(overlap)), counted, failed, 0)

    def record(self, path: single_index.ChainState, give_up: Int64[np.ndarray, " alive"]) -> None:
        """Record what runs reached in these steps, and keep those alive that are not done."""
        steps = self.step + np.arange(1, len(path.norm) + 1)
        late = steps[:, None] > give_up
        overflowed = ~(path.norm < _OVERFLOW)  # NaN too
        over = np.logical_or.accumulate(overflowed, axis=0) | late
        square = path.overlap**2
        for level, counted in zip(_LEVELS, self.counted, strict=True):
            reached = (square > level) & ~over
            first = np.where(reached.any(axis=0), steps[reached.argmax(axis=0)], np.nan)
            counted[self.alive] = np.fmin(counted[self.alive], first)
        learned = np.isfinite(self.counted[-1, self.alive])
        broken = (overflowed & ~late).any(axis=0) & ~learned
        self.failed[self.alive[broken]] = True
        self.step = int(steps[-1])
        going = np.flatnonzero(~(learned | broken | (give_up <= self.step)))
        state = path.last(going)
        self.overlap, self.norm, self.alive = state.overlap, state.norm, self.alive[going]
