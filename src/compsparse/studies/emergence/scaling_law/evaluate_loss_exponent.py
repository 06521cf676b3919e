"""The loss against time: it falls as t^((1 - 2 beta) / beta).

Document 003, part I, corollary, item 2. The tail is exact until direction P + 1 would emerge.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByDirection
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow
from compsparse.studies.emergence.scaling_law.exponents import loss_exponent, means_where_known
from compsparse.studies.emergence.tables import table_of

_CONTEXT = 20  # times on each side of the window that the figure shows


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponents: Sequence[float],  # beta of each of the ``histories``
    large_exponents: Sequence[float],  # beta of each of the ``large`` ones
    first: int,  # direction whose emergence opens the window
    points: int,  # number of log-spaced times in the window
) -> stats.Evaluation:
    """Fit an exponent to the loss of every run in one window.

    The window opens when direction ``first`` emerges and closes when direction P/2 does, both the
    median over runs; where directions do not emerge in that order, or at all, it is all of the time
    from the first emergence on.

    Inputs: as in ``time_exponent``.
    """
    rows: list[pd.DataFrame] = []
    statistics: dict[str, stats.MeanOf] = {}
    for prefix, key, betas in (
        ("exponent", "histories", exponents),
        ("large_exponent", "large", large_exponents),
    ):
        for path, beta in zip(stats.many(inputs, key), betas, strict=True):
            runs = read_flow(path)
            # infinite where most runs never learn a direction
            middle = np.median(np.nan_to_num(runs.emergence, nan=np.inf), axis=0)
            window = _window(runs, middle, first)
            slopes = [loss_exponent(runs.time, loss, *window, points) for loss in runs.loss]
            statistics |= means_where_known(named(prefix, beta), np.array(slopes))
            rows.append(_rows(runs, beta, window, middle, points))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _window(runs: Emergences, middle: ByDirection, first: int) -> tuple[float, float]:
    opens, closes = float(middle[first - 1]), float(middle[len(middle) // 2 - 1])
    if opens < closes < np.inf:
        return opens, closes
    earliest, last = float(middle.min()), float(runs.time[-1])
    return (earliest if earliest < last else float(runs.time[0])), last


def _rows(
    runs: Emergences,
    exponent: float,
    window: tuple[float, float],
    middle: ByDirection,
    points: int,
) -> pd.DataFrame:
    opens, closes = window
    begin = max(min(0.5 * float(middle[0]), 0.5 * opens), float(runs.time[0]))
    # the tail holds until T_P
    end = max(float(np.max(middle, where=np.isfinite(middle), initial=closes)), closes)
    pieces = (
        (np.geomspace(begin, opens, _CONTEXT, endpoint=False), False),
        (np.geomspace(opens, closes, points), True),
        (np.geomspace(closes, end, _CONTEXT + 1 if end > closes else 1)[1:], False),
    )
    time = np.concatenate([moments for moments, _ in pieces])
    axes = {"directions": runs.emergence.shape[1], "exponent": exponent}
    return table_of(
        {**axes, "run": range(len(runs.loss)), "time": time},
        loss=[np.interp(time, runs.time, loss) for loss in runs.loss],
        fitted=np.concatenate([np.full(len(moments), fitted) for moments, fitted in pieces]),
    )
