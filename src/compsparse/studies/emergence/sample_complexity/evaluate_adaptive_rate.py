"""Samples at the step size suited to the directions to be learned (document 003, part I).

The document: at eta ~ a_p_bar d^(-k/2) the p_bar strongest directions are learned after
n ~ p_bar^(2 beta) samples, where the loss is ~ n^((1 - 2 beta) / (2 beta)). By online SGD.
"""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.sample_complexity import step_sizes


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return the targets that every step size reaches, and exponents of the suited ones by run.

    A run that misses a target has no exponent: one of its numbers of samples is infinite.
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
    chosen = step_sizes.suited(rows)
    return step_sizes.power(chosen["rank"], chosen["aligned"])


def samples_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in p_bar of the samples until directions 1 to p_bar are aligned."""
    chosen = step_sizes.suited(rows)
    return step_sizes.power(chosen["rank"], chosen["all_aligned"])


def learned_share(rows: pd.DataFrame) -> float:
    """Return the share of the step sizes at which all directions up to p_bar are aligned."""
    return float(step_sizes.suited(rows)["all_aligned"].notna().mean())


def envelope_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in n of the least loss over all step sizes, each to its end."""
    wanted = rows[rows["target"].isin(step_sizes.suited(rows)["rank"]) & (rows["excess"] == 1)]
    # min ignores step sizes that never reach the target
    first = wanted.groupby("target")[["reached", "level"]].min()
    return step_sizes.power(first["reached"], first["level"])
