"""Training of many networks side by side, a copy of each for every rate, on squared errors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.ensembles.checkpoints import Checkpoints, Parts
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.stacked_adam import StackedAdam
from compsparse.studies.experts.learning.gates import Highest
from compsparse.studies.experts.learning.network import Network

_CACHED = 2**17  # hidden units of a batch
_TOGETHER = 256  # examples that are judged at once: a matter of memory
Batch = tuple[np.ndarray, ...]  # inputs, what routers see, and targets [row, example, ...]
Work = Callable[[], dict[str, np.ndarray]]


def learn(network: Network, examples: Batch, rates: Sequence[float], steps: int) -> None:
    """Train networks, those of each rate together, on examples that all rates share.

    A rate is constant for half of the steps, then falls evenly to 0. Networks do not see each
    other: so many take all steps before the next ones that their numbers fit into the caches.
    """
    schedule, rows = constant_then_linear(1.0, steps), len(examples[0])
    batch = examples[0].shape[1] // steps
    column = np.repeat(np.array(rates, dtype=np.float32), rows)[:, None]
    together = max(1, _CACHED // (batch * network.widest))
    with np.errstate(all="ignore"):  # a rate may be too large
        for first in range(0, len(column), together):
            part = slice(first, first + together)
            learners, rate = network.rows(part), column[part]
            places = np.arange(len(column))[part] % rows
            optimizer = StackedAdam(learners.parameters)
            for step in range(steps):
                now = slice(step * batch, (step + 1) * batch)
                x, seen, y = (values[places, now] for values in examples)
                slope = learners.forward(x, seen)
                slope -= y
                slope *= np.float32(2 / y[0].size)
                learners.backward(slope)
                optimizer.step(learners.gradient, rate * np.float32(schedule(step)))


def squared_errors(
    network: Network, examples: Batch, rates: int
) -> Float64[np.ndarray, "row rate example"]:
    """Return the squared error of each example over the variance of its row's targets.

    A training that diverged has the error infinity, and is never chosen.
    """
    with np.errstate(all="ignore"):
        found = [
            ((output - y) ** 2).mean(axis=2, dtype=np.float64)
            for output, y in _judged(network, examples, rates)
        ]
    squares = np.concatenate(found, axis=1)
    variance = examples[2].var(axis=1, dtype=np.float64).mean(axis=1)
    by_row = squares.reshape(rates, len(variance), -1).swapaxes(0, 1) / variance[:, None, None]
    return np.asarray(np.nan_to_num(by_row, nan=np.inf))


def loads(
    network: Network, gate: Highest, examples: Batch, rates: int
) -> Float64[np.ndarray, "net expert"]:
    """Return the share of examples that go to each expert."""
    with np.errstate(all="ignore"):
        kept = [gate.kept for _ in _judged(network, examples, rates)]
    return np.asarray(np.concatenate(kept, axis=1).mean(axis=1))


def _judged(
    network: Network, examples: Batch, rates: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield outputs and targets of some examples after the other."""
    for start in range(0, examples[0].shape[1], _TOGETHER):
        part = (values[:, start : start + _TOGETHER] for values in examples)
        x, seen, y = (np.concatenate([values] * rates) for values in part)
        yield network.forward(x, seen), y


def of_rate(values: np.ndarray, best: Int64[np.ndarray, " row"], rates: int) -> np.ndarray:
    """Return what belongs to the chosen rate of each row, of values [rate * row, ...]."""
    by_rate = values.reshape(rates, len(best), *values.shape[1:])
    return np.asarray(by_rate[best, np.arange(len(best))])


def in_parts(
    works: Iterable[tuple[str, Work]], count: int, checkpoints: Checkpoints
) -> dict[str, np.ndarray]:
    """Return the arrays of so many works by ``<array>_<work>``; those of equal names are joined.

    An interruption costs no more than the work under way.
    """
    parts, found = Parts(checkpoints, count), dict[str, list[np.ndarray]]()
    for name, work in works:
        for key, values in parts.do(partial(_begun, name, work)).items():
            found.setdefault(f"{key}_{name}", []).append(values)
    return {name: np.concatenate(values) for name, values in found.items()}


def _begun(name: str, work: Work, kept: Checkpoints) -> dict[str, np.ndarray]:
    if kept.due():
        kept.save({}, name)
    return work()
