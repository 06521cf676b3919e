"""Samples at the step suited to the directions that are wanted (document 003, part I).

The document: at eta ~ a_p_bar d^(-k/2) the p_bar strongest directions are learned after
n ~ p_bar^(2 beta) samples, where the loss is ~ n^((1 - 2 beta) / (2 beta)). By online SGD.
"""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.sample_complexity import step_sizes


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return what every step size reaches, and the exponents of the suited ones, one per run.

    A run in which a target is not reached has none: one of its numbers of samples is infinite.
    """
    return step_sizes.compare(
        inputs,
        {
            "direction_exponent": (direction_exponent, stats.ANY_VALUE),
            "samples_exponent": (samples_exponent, stats.ANY_VALUE),
            "learned_share": (learned_share, stats.SHARE),
            "loss_exponent": (step_sizes.loss_exponent, stats.ANY_VALUE),
            "envelope_exponent": (envelope_exponent, stats.ANY_VALUE),
        },
    )


def direction_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in p of the samples until direction p is aligned at its own step."""
    own = step_sizes.suited(rows)
    return step_sizes.power(own["rank"], own["aligned"])


def samples_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in p_bar of the samples until directions 1 to p_bar are aligned."""
    own = step_sizes.suited(rows)
    return step_sizes.power(own["rank"], own["all_aligned"])


def learned_share(rows: pd.DataFrame) -> float:
    """Return the share of the step sizes at which all directions up to p_bar are aligned."""
    return float(step_sizes.suited(rows)["all_aligned"].notna().mean())


def envelope_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in n of the least loss over the step sizes, each seen until the end."""
    own = step_sizes.suited(rows)
    wanted = rows[rows["target"].isin(own["rank"]) & (rows["excess"] == 1)]
    # a step size that never gets there is no bound on the others
    first = wanted.groupby("target")[["reached", "level"]].min()
    return step_sizes.power(first["reached"], first["level"])
