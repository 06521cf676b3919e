"""Cosine schedules of several initial rates against the custom one (document 004, Figure 17).

The document: the custom schedule does better than cosine; a large initial rate becomes unstable
late in training, a small one is slow early.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration.compared_curves import (
    Label,
    compact,
    compared_curves,
)
from compsparse.studies.factorial.histories.history import log_loss

_LATE = 0.1  # fraction of the updates that separates early from late training

Curve = Callable[[Int64[np.ndarray, " logged"], Float64[np.ndarray, " logged"]], float]


def late_rise(step: Int64[np.ndarray, " logged"], losses: Float64[np.ndarray, " logged"]) -> float:
    """Return the largest rise of ln loss over its least value yet, in the last decade of steps."""
    rises = losses - np.minimum.accumulate(losses)
    return float(rises[step > _LATE * step[-1]].max())


def early_area(step: Int64[np.ndarray, " logged"], losses: Float64[np.ndarray, " logged"]) -> float:
    """Return the mean ln loss over the logged steps from 1 to a tenth of all."""
    early = (step >= 1) & (step <= _LATE * step[-1])
    return float(losses[early].mean())


def final_log_loss(
    step: Int64[np.ndarray, " logged"], losses: Float64[np.ndarray, " logged"]
) -> float:
    """Return ln loss after the last update."""
    return float(losses[step.argmax()])


def custom_advantage(rows: pd.DataFrame, *, custom: Label) -> float:
    """Return the least final ln loss of cosine minus that of custom, in the worse of the spaces."""
    finals = _by_space_and_variant(rows, final_log_loss)
    return float((finals.drop(columns=custom).min(axis=1) - finals[custom]).min())


def late_rise_contrast(rows: pd.DataFrame, *, large: Label, small: Label) -> float:
    """Return the late rise at the large initial rate minus that at the small one, as a mean."""
    rises = _by_space_and_variant(rows, late_rise)
    return float((rises[large] - rises[small]).mean())


def early_delay(rows: pd.DataFrame, *, large: Label, small: Label) -> float:
    """Return the early area of the small initial rate minus that of the large one, as a mean."""
    areas = _by_space_and_variant(rows, early_area)
    return float((areas[small] - areas[large]).mean())


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[str], chosen: str) -> stats.Evaluation:
    """Evaluate the schedules; statistics of both spaces are joined within each replicate.

    ``variants`` are labels in the order of training, cosine schedules from the largest to the
    smallest initial rate; ``chosen`` is the custom schedule.
    """
    cosine = [variant for variant in variants if variant != chosen]
    table = compared_curves(stats.many(inputs, "histories"), variants)
    large, small = cosine[0], cosine[-1]
    statistics = {
        "custom_advantage": (partial(custom_advantage, custom=chosen), stats.ANY_VALUE),
        "late_rise_contrast": (
            partial(late_rise_contrast, large=large, small=small),
            stats.ANY_VALUE,
        ),
        "early_delay": (partial(early_delay, large=large, small=small), stats.ANY_VALUE),
    }
    return stats.Evaluation(compact(table), stats.replicate_statistics(table, statistics))


def _by_space_and_variant(rows: pd.DataFrame, statistic: Curve) -> pd.DataFrame:
    """Apply a statistic of steps and ln losses to every curve of one replicate."""
    values = {
        key: statistic(curve["step"].to_numpy(), log_loss(curve["loss"].to_numpy()))
        for key, curve in rows.groupby(["space", "variant"])
    }
    return pd.Series(values).unstack()
