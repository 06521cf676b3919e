"""The share of weights with that a network is as good as the dense one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.studies.tickets.pruning.stored import ROUNDS
from workflow_engine.artifacts.named_axes import read_named_axes


@dataclass(frozen=True)
class Fall:
    """Where a network that is pruned round by round is no longer as good as the dense one.

    Attributes:
        size: what is left there, between two rounds on a line in its logarithm; NaN, not prunable,
            where the first round falls short already.
        place: of the last round that was as good, 0 for the dense network.
        within: whether some round fell short; otherwise ``size`` is an upper limit, the last one.
    """

    size: float
    place: int
    within: bool


def fall(
    sizes: Float64[np.ndarray, " round"], scores: Float64[np.ndarray, " round"], loss: float
) -> Fall:
    """Return where scores first fall below that of the dense network less ``loss``.

    A later round that is as good again does not count: it may be luck.

    Args:
        sizes: what is left, counts or shares, falling from the dense network on.
        scores: the higher, the better; NaN where a network had been given up.
        loss: what may be lost.

    Raises:
        ValueError: sizes that do not fall or are not above 0, or a dense network without a score.
    """
    if not (np.diff(sizes) < 0).all() or sizes[-1] <= 0:
        raise ValueError(f"Sizes of rounds must fall and stay above 0, not {sizes.tolist()}.")
    if np.isnan(scores[0]):
        raise ValueError("The dense network has no score.")
    wanted = scores[0] - loss
    short = np.flatnonzero(~(scores >= wanted))
    if not len(short):
        return Fall(float(sizes[-1]), len(sizes) - 1, within=False)
    first = int(short[0])
    if first == 1:
        return Fall(float("nan"), 0, within=True)
    above, below = scores[first - 1], scores[first]
    share = (above - wanted) / (above - below) if np.isfinite(below) else 0.0
    logs = np.log(sizes[first - 1 : first + 1])
    return Fall(float(np.exp(logs[0] + share * (logs[1] - logs[0]))), first - 1, within=True)


def kept_rows(
    path: Path, cell: dict[str, Any], loss: float, part: str = "choosing"
) -> list[dict[str, Any]]:
    """Return a row for each run of a file of rounds: what is kept, by scores on a part of examples.

    ``kept`` is a number of weights. A run that is not ``prunable`` has the first round's, which it
    needs more than; ``units`` and ``per_unit`` are hidden units of its ticket that read something,
    and weights of each; ``dense_score`` is R squared of the dense network on judged examples.
    """
    arrays = read_named_axes(path, ROUNDS)
    first, rows = float(arrays["counts"][1]), []
    for run, scores in enumerate(arrays[part]):
        found = fall(arrays["counts"].astype(np.float64), scores, loss).size
        prunable = bool(np.isfinite(found))
        kept = found if prunable else first
        ticket = arrays["ticket"][run]
        units = int(ticket.any(axis=1).sum())
        rows.append(
            {
                **cell,
                "run": run,
                "kept": kept,
                "prunable": prunable,
                "share": kept / arrays["whole"],
                "units": units,
                "per_unit": ticket.sum() / units,
                "dense_score": arrays["judged"][run, 0],
            }
        )
    return rows
