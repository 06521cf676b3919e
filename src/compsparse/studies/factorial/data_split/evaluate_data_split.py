"""Final loss on unseen inputs against the share of inputs seen (document 004, Figure 8).

The document reads: where graphs are very sparse, few inputs reveal how the data are generated.
"""

from functools import partial

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_split.split_losses import final_losses
from compsparse.studies.factorial.histories.comparisons import order_agreement_within
from compsparse.studies.factorial.histories.history import log_loss, read_history


def parents_order_agreement(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of graphs whose losses are ordered as their numbers of parents."""
    # the networks of a pair see the same fraction of the inputs
    return order_agreement_within(rows, "seen_fraction", "parents", "held_out_loss")


def sufficient_fraction(rows: pd.DataFrame, ratio: float) -> float:
    """Return the least fraction of inputs from which the loss is within ``ratio`` of the last."""
    ordered = rows.sort_values("seen_fraction")
    losses = log_loss(ordered["held_out_loss"].to_numpy())
    enough = losses <= losses[-1] + np.log(ratio)
    first = len(enough) - int(np.argmin(enough[::-1])) if not enough.all() else 0
    return float(ordered["seen_fraction"].iloc[first])


def sufficient_fraction_contrast(rows: pd.DataFrame, ratio: float) -> float | None:
    """Return ln(sufficient share) of the most parents minus that of the fewest."""
    fewest, most = rows["parents"].min(), rows["parents"].max()
    if fewest == most:
        return None
    shares = [
        sufficient_fraction(rows[rows["parents"] == parents], ratio) for parents in (fewest, most)
    ]
    return float(np.log(shares[1] / shares[0]))


def log_loss_per_log_fraction(rows: pd.DataFrame) -> float:
    """Return the slope of ln loss on ln share of inputs, averaged over the numbers of parents."""
    slopes = [
        stats.least_squares_slope(
            np.log(cells["seen_fraction"].to_numpy()), log_loss(cells["held_out_loss"].to_numpy())
        )
        for _, cells in rows.groupby("parents")
    ]
    return float(np.mean(slopes))


@stats.evaluates
def run(inputs: stats.Inputs, *, sufficient_ratio: float) -> stats.Evaluation:
    """Evaluate the losses after training on the held-out inputs.

    A fraction is sufficient if the loss is within ``sufficient_ratio`` of that at the largest one.
    """
    table = final_losses([read_history(path) for path in stats.many(inputs, "histories")])
    contrast = partial(sufficient_fraction_contrast, ratio=sufficient_ratio)
    statistics: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {
        "parents_order_agreement": (parents_order_agreement, stats.SHARE),
        "sufficient_fraction_contrast": (contrast, stats.ANY_VALUE),
        "log_loss_per_log_fraction": (log_loss_per_log_fraction, stats.ANY_VALUE),
    }
    return stats.Evaluation(table, stats.replicate_statistics(table, statistics))
