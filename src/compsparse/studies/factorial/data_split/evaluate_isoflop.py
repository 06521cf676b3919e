"""Loss on unseen inputs by share of inputs seen, at equal compute (document 004, Figures 9 and 10).

With a given compute it pays to see few inputs often, the more so the sparser the graph.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_split import split_losses
from compsparse.studies.factorial.histories.history import read_history
from compsparse.studies.factorial.histories.per_run import per_run


def best_fractions(rows: pd.DataFrame) -> pd.Series:
    """Return the share of inputs with the least held-out loss, by number of parents and budget."""
    # of equal losses the larger share counts: repetition must win, not tie
    ordered = rows.sort_values("seen_fraction", ascending=False)
    best = ordered.loc[ordered.groupby(["parents", "budget"])["held_out_loss"].idxmin()]
    return best.set_index(["parents", "budget"])["seen_fraction"]


def best_fraction_sparser(rows: pd.DataFrame) -> float:
    """Return the best share of the sparser graph, averaged over the budgets."""
    best = best_fractions(rows)
    return float(best.loc[rows["parents"].min()].mean())


def best_fraction_contrast(rows: pd.DataFrame) -> float:
    """Return mean ln(best share) of the denser graph minus that of the sparser one."""
    logarithms = np.log(best_fractions(rows)).groupby("parents").mean()
    return float(logarithms.loc[rows["parents"].max()] - logarithms.loc[rows["parents"].min()])


@stats.evaluates
def run(
    inputs: stats.Inputs, *, budgets: Sequence[float], parents: Sequence[int]
) -> stats.Evaluation:
    """Evaluate the losses of two numbers of ``parents`` at ``budgets``, passes over all inputs."""
    histories = [read_history(path) for path in stats.many(inputs, "histories")]
    every = split_losses.losses_at_budgets(histories, budgets)
    table = every[every["parents"].isin(parents)].reset_index(drop=True)
    statistics = {
        **per_run(table, best_fraction_sparser, support=stats.SHARE),
        **per_run(table, best_fraction_contrast),
    }
    return stats.Evaluation(table, statistics)
