"""Loss on held-out inputs against compute, one curve per share of inputs (document 004, Figure 20).

The curves cross: with little compute few inputs are best, with more compute more inputs.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from compsparse.ensembles.logged_steps import log_spaced_steps
from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_split import evaluate_isoflop, split_losses
from compsparse.studies.factorial.histories.history import History, read_history
from compsparse.studies.factorial.histories.per_run import per_run

DIGITS = 4  # of the losses in the table, which serves the figure

_DIRECTIONAL_SHARE = (-1.0, 1.0)


def crossing_balance(rows: pd.DataFrame) -> float:
    """Return the share of pairs of curves that cross as stated minus the share that cross back.

    A pair is two shares of inputs at one number of parents. It crosses as stated where the smaller
    share has the smaller loss at the first budget and the larger loss at the last one. If crossings
    had no preferred direction, 0 would be expected.
    """
    first, last = rows["budget"].min(), rows["budget"].max()
    balance = []
    for _, cells in rows.groupby("parents"):
        wide = cells.pivot(index="seen_fraction", columns="budget", values="held_out_loss")
        for smaller, larger in combinations(wide.sort_index().index, 2):
            ahead = np.sign(wide.loc[larger] - wide.loc[smaller])
            balance.append(
                (ahead[first] - ahead[last]) / 2 if ahead[first] * ahead[last] < 0 else 0
            )
    return float(np.mean(balance))


def best_fraction_growth(rows: pd.DataFrame) -> float:
    """Return ln(best share) at the last budget minus at the first, averaged over graphs."""
    best = np.log(evaluate_isoflop.best_fractions(rows)).unstack("budget").sort_index(axis=1)
    return float((best.iloc[:, -1] - best.iloc[:, 0]).mean())


def thinned_curves(histories: Sequence[History], points: int) -> pd.DataFrame:
    """Return ``flops`` and ``held_out_loss`` at a few log-spaced logged steps, without step 0."""
    rows = []
    for history in histories:
        table = history.curves("parents", "run", "step", "flops", "held_out_loss")
        table["seen_fraction"] = np.repeat(split_losses.seen_fraction(history), len(history.step))
        wanted = log_spaced_steps(int(history.step[-1]), points)[1:]
        nearest = np.abs(np.log(history.step[1:, None] / wanted)).argmin(axis=0)
        rows.append(table[table["step"].isin(history.step[1 + nearest])])
    table = split_losses.balanced(pd.concat(rows, ignore_index=True), "step")
    table["flops"] = table["flops"].round().astype(np.int64)
    table["held_out_loss"] = [float(f"{loss:.{DIGITS}g}") for loss in table["held_out_loss"]]
    return table[["parents", "seen_fraction", "run", "flops", "held_out_loss"]]


@stats.evaluates
def run(inputs: stats.Inputs, *, budgets: Sequence[float], curve_points: int) -> stats.Evaluation:
    """Evaluate the curves at two ``budgets``, in passes over all inputs.

    The table keeps ``curve_points`` logged steps of each curve.
    """
    histories = [read_history(path) for path in stats.many(inputs, "histories")]
    rows = split_losses.losses_at_budgets(histories, budgets)
    statistics = {
        **per_run(rows, crossing_balance, support=_DIRECTIONAL_SHARE),
        **per_run(rows, best_fraction_growth),
    }
    return stats.Evaluation(thinned_curves(histories, curve_points), statistics)
