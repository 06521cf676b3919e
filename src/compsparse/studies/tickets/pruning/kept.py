"""The number of weights that a network needs to be as good as the dense one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.studies.tickets.pruning.stored import ROUNDS
from workflow_engine.artifacts.named_axes import read_named_axes

PRUNED, FLOOR, NOT_PRUNABLE = "pruned", "floor", "not prunable"


@dataclass(frozen=True)
class Fall:
    """Where a pruned network stops being as good as the dense one.

    Attributes:
        size: what is left there, interpolated between two rounds, linearly in its logarithm; NaN
            (not prunable) if already the first round falls short.
        last_good: index of the last round that was as good, 0 for the dense network.
        fell: whether any round fell short; if not, ``size`` is that of the last round, an upper
            limit.
    """

    size: float
    last_good: int
    fell: bool

    @property
    def status(self) -> str:
        """``FLOOR`` where the last round is enough, so that ``size`` is an upper bound."""
        if not self.prunable:
            return NOT_PRUNABLE
        return PRUNED if self.fell else FLOOR

    @property
    def prunable(self) -> bool:
        """Whether the first round was as good as the dense network."""
        return bool(np.isfinite(self.size))


def fall(
    sizes: Float64[np.ndarray, " round"], scores: Float64[np.ndarray, " round"], loss: float
) -> Fall:
    """Return where scores first fall below the dense network's score minus ``loss``.

    A later round that is as good again does not count: it may be luck.

    Args:
        sizes: counts or fractions of weights, decreasing from the dense network on.
        scores: higher is better; NaN after a network was given up.
        loss: what may be lost.

    Raises:
        ValueError: sizes that do not decrease or are not positive, or no dense score.
    """
    if not (np.diff(sizes) < 0).all() or sizes[-1] <= 0:
        raise ValueError(f"Sizes of rounds must decrease and stay above 0, not {sizes.tolist()}.")
    if np.isnan(scores[0]):
        raise ValueError("The dense network has no score.")
    wanted = scores[0] - loss
    short = np.flatnonzero(~(scores >= wanted))
    if not len(short):
        return Fall(float(sizes[-1]), len(sizes) - 1, fell=False)
    first = int(short[0])
    if first == 1:
        return Fall(float("nan"), 0, fell=True)
    above, below = scores[first - 1], scores[first]
    fraction = (above - wanted) / (above - below) if np.isfinite(below) else 0.0
    logs = np.log(sizes[first - 1 : first + 1])
    return Fall(float(np.exp(logs[0] + fraction * (logs[1] - logs[0]))), first - 1, fell=True)


def kept_rows(
    path: Path, labels: dict[str, Any], loss: float, part: str = "choosing"
) -> list[dict[str, Any]]:
    """Return a row for each run of a file of rounds: its labels and the weights that it keeps.

    Args:
        path: file of ``prune_rounds``.
        labels: columns that all rows have.
        loss: of R squared, that still counts as good.
        part: examples whose R squared decides.

    ``kept`` is a number of weights; for a run that is not ``prunable`` it is the first round's,
    a lower limit. ``units`` and ``per_unit`` are the hidden units of its ticket that read an input,
    and the weights of each; ``dense_score`` is the dense network's R squared on test examples.
    """
    arrays = read_named_axes(path, ROUNDS)
    first, rows = float(arrays["counts"][1]), []
    for run, scores in enumerate(arrays[part]):
        found = fall(arrays["counts"].astype(np.float64), scores, loss)
        kept = found.size if found.prunable else first
        ticket = arrays["ticket"][run]
        units = int(ticket.any(axis=1).sum())
        rows.append(
            {
                **labels,
                "run": run,
                "kept": kept,
                "prunable": found.prunable,
                "share": kept / arrays["whole"],
                "units": units,
                "per_unit": ticket.sum() / units,
                "dense_score": arrays["judged"][run, 0],
            }
        )
    return rows
