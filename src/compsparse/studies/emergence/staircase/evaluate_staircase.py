"""All alignments, and the loss that they add up to (document 003, part I, "Intuition").

The document: each direction is learned in its own step, and the loss is the sum of a_p^2 over those
not learned yet (here, with less than half of the amplitude learned). The two are compared on the
treads of the staircase, in the geometric middle between successive emergences.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByDirection, ByTime, Numbers
from compsparse.studies.emergence.staircase.flow_history import FlowRuns, read_flow_history
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.teacher import PowerLawTeacher

_SHOWN = 0  # run whose alignments are drawn
_DRAWN_TIMES = 800  # of each loss
_FLAT = 0.0003  # change of an alignment between two kept times, below which a line will do


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponent: float,  # beta
    window: tuple[int, int],
) -> stats.Evaluation:
    """Return the curves of the figure, and metrics over runs.

    Curves are ``loss`` of all runs; of one run, ``unlearned``, the sum of a_p^2 over directions not
    learned, and by rank p (0 where there is none) ``alignment``, and ``emergence``, the loss when
    it crosses one half.

    The loss is compared between the emergences whose numbers are the ``window``, where all runs
    learn so many directions.
    """
    runs = read_flow_history(stats.single(inputs, "history"))
    teacher = PowerLawTeacher(exponent, runs.aligned.shape[1])
    first, last = window
    learned = np.isfinite(runs.recovered).mean(axis=1)
    correlations = [rank_correlation(times) for times in runs.aligned]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "learned_share": stats.exact(float(learned.min()), len(learned)),
        "rank_correlation": stats.MeanOf(np.array(correlations), (-1.0, 1.0)),
    }
    if np.isfinite(runs.recovered).sum(axis=1).min() >= last:
        differences = [
            tread_difference(runs.time, loss, teacher, times, first, last)
            for loss, times in zip(runs.loss, runs.recovered, strict=True)
        ]
        statistics["tread_difference"] = stats.MeanOf(np.array(differences), (0.0, np.inf))
    return stats.Evaluation(_table(runs, teacher), statistics)


def unlearned(teacher: PowerLawTeacher, learned: ByDirection, time: ByTime) -> ByTime:
    """Return the sum of a_p^2 over the directions not learned by each time, with the tail.

    ``learned`` says when each direction is, NaN where it never is.
    """
    when = np.where(np.isnan(learned), np.inf, learned)
    return np.asarray((time[:, None] < when) @ teacher.amplitudes**2 + teacher.tail)


def tread_difference(
    time: ByTime,
    loss: ByTime,
    teacher: PowerLawTeacher,
    learned: ByDirection,
    first: int,
    last: int,
) -> float:
    """Return the largest |ln loss - ln of the sum over unlearned directions| on the treads.

    A tread is the geometric middle of two successive times at which a direction is learned, from
    the ``first`` to the ``last`` of them (counted from 1).
    """
    order = np.sort(learned[np.isfinite(learned)])
    if not 1 <= first < last <= len(order):
        raise ValueError(
            f"The window reaches from emergence {first} to {last}, but {len(order)} directions are "
            "learned; train for longer, or take an earlier window."
        )
    treads = np.sqrt(order[first - 1 : last - 1] * order[first:last])
    measured = np.interp(np.log(treads), np.log(time), np.log(loss))
    return float(np.abs(measured - np.log(unlearned(teacher, learned, treads))).max())


def rank_correlation(times: ByDirection) -> float:
    """Return Spearman's correlation of emergence times with p; never learned counts as last."""
    ranks = pd.Series(np.where(np.isnan(times), np.inf, times)).rank().to_numpy()
    if ranks.min() == ranks.max():
        raise ValueError(
            f"A rank correlation needs two different times; they are {times.tolist()}."
        )
    return float(np.clip(np.corrcoef(ranks, np.arange(len(ranks)))[0, 1], -1.0, 1.0))


def _table(runs: FlowRuns, teacher: PowerLawTeacher) -> pd.DataFrame:
    places = np.unique(np.linspace(0, len(runs.time) - 1, _DRAWN_TIMES).round().astype(np.int64))
    time = runs.time[places]  # the figure cannot show more points
    pieces = [_rows(run, "loss", 0, time, loss[places]) for run, loss in enumerate(runs.loss)]
    learned = np.sort(runs.recovered[_SHOWN][np.isfinite(runs.recovered[_SHOWN])])
    corners = np.concatenate([runs.time[:1], learned, runs.time[-1:]])
    steps = unlearned(teacher, runs.recovered[_SHOWN], corners)
    pieces.append(_rows(_SHOWN, "unlearned", 0, corners, steps))
    pieces += [
        _rows(_SHOWN, "alignment", p + 1, *_bent(runs.time, runs.alignment[_SHOWN, :, p]))
        for p in range(runs.alignment.shape[2])
    ]
    moments = runs.aligned[_SHOWN]
    emerged = np.flatnonzero(np.isfinite(moments))
    losses = np.interp(moments, runs.time, runs.loss[_SHOWN])
    pieces += [
        _rows(_SHOWN, "emergence", p + 1, moments[[p]], losses[[p]]) for p in emerged.tolist()
    ]
    return pd.concat(pieces, ignore_index=True)


def _bent(time: ByTime, curve: ByTime) -> tuple[Numbers, Numbers]:
    """Return the points that a line needs to look the same."""
    steep = np.abs(np.gradient(curve)) > _FLAT
    kept = steep | np.roll(steep, 1) | np.roll(steep, -1)
    kept[[0, -1]] = True
    return time[kept], curve[kept]


def _rows(run: int, curve: str, rank: int, time: ByTime, value: ByTime) -> pd.DataFrame:
    return table_of({"run": run, "curve": curve, "rank": rank, "time": time}, value=value)
