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
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import History

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
        table = curves(history, ("parents", "run", "step", "flops", "held_out_loss"))
        table["seen_fraction"] = np.repeat(split_losses.seen_fraction(history), len(history.step))
        wanted = log_spaced_steps(int(history.step[-1]), points)[1:]
        nearest = np.abs(np.log(history.step[1:, None] / wanted)).argmin(axis=0)
        rows.append(table[table["step"].isin(history.step[1 + nearest])])
    table = split_losses.balanced(pd.concat(rows, ignore_index=True), "step")
    digits = [f"{loss:.{DIGITS}g}" for loss in table["held_out_loss"]]
    return pd.DataFrame(
        {
            **{name: table[name] for name in ("parents", "seen_fraction", "run")},
            "flops": table["flops"].round().astype(np.int64),
            "held_out_loss": np.array(digits, dtype=np.float64),
        }
    )


@stats.evaluates
def run(inputs: stats.Inputs, *, budgets: Sequence[float], curve_points: int) -> stats.Evaluation:
    """Evaluate the curves at two ``budgets``, in passes over all inputs.

    The table keeps ``curve_points`` logged steps of each curve.
    """
    if len(budgets) != 2 or not budgets[0] < budgets[1]:
        raise ValueError(f"budgets is {budgets}; it must be two increasing numbers.")
    histories = split_losses.read_split_histories(stats.many(inputs, "histories"))
    rows = split_losses.losses_at_budgets(histories, budgets)
    statistics = {
        "crossing_balance": (crossing_balance, _DIRECTIONAL_SHARE),
        "best_fraction_growth": (best_fraction_growth, stats.ANY_VALUE),
    }
    table = thinned_curves(histories, curve_points)
    return stats.Evaluation(table, stats.replicate_statistics(rows, statistics))
