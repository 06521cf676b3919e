"""Errors on each pair of a language and a subject, when it is seen and when it is held out."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import SOLVED, Cells, chosen_errors


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per method, run and pair: its error held out, and its mean one when seen.

    Statistics are shares of the pairs that are solved, by run.
    """
    errors = chosen_errors(cells, stats.many(inputs, "models"))
    keys = ["method", "run", "combination"]
    solved = errors.assign(solved=errors["error"] <= SOLVED)
    shares = solved.groupby(["held_out", "method", "run"])["solved"].mean()
    held_out = errors[errors["held_out"]].set_index(keys)
    seen = (
        errors[~errors["held_out"]].groupby(keys)["error"].agg(lambda e: np.exp(np.log(e).mean()))
    )
    table = held_out[["error", "chosen", "at_edge", "parameters"]].join(seen.rename("seen"))
    chosen = {"seen_free": (False, "free"), "own": (True, "own"), "free": (True, "free")}
    return stats.Evaluation(
        table.reset_index(),
        {
            name: stats.MeanOf(shares.loc[place].to_numpy(), stats.SHARE)
            for name, place in chosen.items()
        },
    )
