"""How well emergence times are predicted (document 003, part I, "Emergent Capabilities").

From the rank alone: ln T_p = beta ln p up to a constant. From rank and start: T of an isolated
neuron from the start's largest overlap with direction p, nothing fitted. Only for even orders: at
odd ones only neurons with a positive overlap grow, but the history has absolute overlaps.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.staircase import flow_history, isolated_neuron
from compsparse.studies.emergence.teacher import PowerLawTeacher

COLUMNS = ("run", "rank", "time", "from_rank", "from_start")
_POSITIVE = (0.0, np.inf)
_FEWEST = 3  # directions, for a standard deviation


@stats.evaluates
def run(inputs: stats.Inputs, *, exponent: float, order: int) -> stats.Evaluation:
    """Return measured and predicted emergence times, and their differences in each run."""
    if order <= 2 or order % 2:
        raise ValueError(f"The order is {order}; allowed: even ones above 2.")
    runs = flow_history.read_flow_history(stats.single(inputs, "history"))
    directions = runs.aligned.shape[1]
    ranks = np.arange(1, directions + 1)
    amplitudes = PowerLawTeacher(exponent, directions).amplitudes
    pieces = []
    for index, (times, start) in enumerate(zip(runs.aligned, runs.start, strict=True)):
        learned = np.isfinite(times)
        if learned.sum() < _FEWEST:
            raise ValueError(
                f"Run {index} learned {learned.sum()} of {directions} directions; a spread needs "
                f"{_FEWEST}. Train for longer."
            )
        power = ranks[learned] ** exponent
        # the constant is fitted in each run, so that only the spread counts
        constant = np.exp(np.log(times[learned] / power).mean())
        alone = isolated_neuron.emergence_time(order, amplitudes[learned], start[learned])
        columns = (index, ranks[learned], times[learned], constant * power, alone)
        pieces.append(pd.DataFrame(dict(zip(COLUMNS, columns, strict=True))))
    table = pd.concat(pieces, ignore_index=True)
    statistics = stats.replicate_statistics(
        table,
        {
            "rank_spread": (rank_spread, _POSITIVE),
            "start_error": (start_error, _POSITIVE),
            "explained_share": (explained_share, (-np.inf, stats.SHARE[1])),
        },
    )
    return stats.Evaluation(table, statistics)


def rank_spread(rows: pd.DataFrame) -> float:
    """Return the standard deviation of ln T_p around the prediction from the rank."""
    return float(np.log(rows["time"] / rows["from_rank"]).std(ddof=1))


def start_error(rows: pd.DataFrame) -> float:
    """Return the root mean square of ln T_p minus the prediction from rank and start."""
    return float(np.sqrt((np.log(rows["time"] / rows["from_start"]) ** 2).mean()))


def explained_share(rows: pd.DataFrame) -> float:
    """Return how much of the variance that the rank leaves the start explains."""
    spread = rank_spread(rows)
    if not spread > 0:
        raise ValueError("The rank alone predicts every time; nothing is left to explain.")
    left = np.log(rows["time"] / rows["from_start"]).std(ddof=1)
    return float(1.0 - (left / spread) ** 2)
