"""Compared networks at equal compute."""

import numpy as np
import pandas as pd

from compsparse.studies.factorial.calibration.compared_curves import Label
from compsparse.studies.factorial.histories.history import log_loss


def log_loss_at(curve: pd.DataFrame, compute: float) -> float:
    """Return ln of the loss (nats) of a curve at an amount of compute, linear in the logarithms."""
    # a run that ended earlier counts with its last loss
    trained = curve[curve["flops"] > 0].sort_values("flops")
    return float(
        np.interp(
            np.log(compute),
            np.log(trained["flops"].to_numpy()),
            log_loss(trained["loss"].to_numpy()),
        )
    )


def regret_of_choice(rows: pd.DataFrame, chosen: Label) -> float:
    """Return by how much the chosen variant misses the best one, in the worse of the spaces.

    In each space, ln loss of the chosen variant at the end of its run, minus the least ln loss of
    any variant at that compute. At least 0, as the choice is among the variants.
    """
    regrets = []
    for _, space in rows.groupby("space"):
        choice = space[space["variant"] == chosen]
        budget = float(choice["flops"].max())
        losses = [log_loss_at(curve, budget) for _, curve in space.groupby("variant")]
        regrets.append(log_loss_at(choice, budget) - min(losses))
    return max(regrets)


def controlled_regret(rows: pd.DataFrame, chosen: Label) -> float:
    """Return the regret, or ln 4 minus the fall of the choice's ln loss in training, if larger."""
    # the latter is above ln 2 unless the loss halves: without learning the regret would be small
    regret = regret_of_choice(rows, chosen)
    choice = rows[rows["variant"] == chosen].sort_values("step")
    logs = [log_loss(curve["loss"].to_numpy()) for _, curve in choice.groupby("space")]
    least_fall = min(float(curve[0] - curve[-1]) for curve in logs)
    return max(regret, float(np.log(4)) - least_fall)


def loss_spread(rows: pd.DataFrame) -> float:
    """Return the largest minus the least ln loss of the variants, as a mean over spaces."""
    # at the largest compute that all variants reach, the whole run of the cheapest
    spreads = []
    for _, space in rows.groupby("space"):
        budget = float(space.groupby("variant")["flops"].max().min())
        losses = [log_loss_at(curve, budget) for _, curve in space.groupby("variant")]
        spreads.append(max(losses) - min(losses))
    return float(np.mean(spreads))


def compute_ranges(table: pd.DataFrame) -> list[float]:
    """Return, for each space, the compute of the costliest variant over that of the cheapest."""
    last = table.groupby(["space", "variant"])["flops"].max().unstack("variant")
    return [float(ratio) for ratio in last.max(axis=1) / last.min(axis=1)]
