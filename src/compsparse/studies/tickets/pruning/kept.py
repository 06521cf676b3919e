"""The share of weights with that a network is as good as the dense one."""

from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.artifacts.named_axes import read_named_axes
from compsparse.studies.tickets.pruning.stored import ROUNDS


def kept_count(
    counts: Int64[np.ndarray, " round"], scores: Float64[np.ndarray, " round"], loss: float
) -> float:
    """Return how many weights are left where the score falls below the dense one less ``loss``.

    Counts fall from the dense network on. Between the last round that is as good and the first that
    is not, the score is taken as a line in the logarithm of the count. NaN, not prunable: the first
    round already falls short. The last count, if no round does.

    Raises:
        ValueError: counts that do not fall.
    """
    if (np.diff(counts) >= 0).any():
        raise ValueError(f"Counts of rounds must fall, not {counts.tolist()}.")
    wanted = scores[0] - loss
    short = np.flatnonzero(~(scores >= wanted))
    if not len(short):
        return float(counts[-1])
    first = int(short[0])
    if first <= 1:
        return float("nan")
    above, below = scores[first - 1], scores[first]
    share = (above - wanted) / (above - below) if np.isfinite(below) else 0.0
    logs = np.log(counts[first - 1 : first + 1])
    return float(np.exp(logs[0] + share * (logs[1] - logs[0])))


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
        found = kept_count(arrays["counts"], scores, loss)
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
