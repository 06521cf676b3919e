"""Errors on each pair of a language and a subject, when it is seen and when it is held out."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per method, run and pair: its error held out, and its mean one when seen.

    Statistics are shares of the pairs that are solved, by run.
    """
    errors = measured.chosen_errors(cells, inputs)
    out = errors["held_out"]
    pair = ["method", "run", "combination"]
    seen = errors[~out].groupby(pair)["error"].agg(lambda error: np.exp(np.log(error).mean()))
    held_out = errors[out].set_index(pair)[["error", "chosen", "at_edge", "parameters"]]
    solved = errors.assign(solved=errors["error"] <= measured.SOLVED)
    shares = solved.groupby(["held_out", "method", "run"])["solved"].mean()
    chosen = {"seen_free": (False, "free"), "own": (True, "own"), "free": (True, "free")}
    found = {name: shares.loc[place].to_numpy() for name, place in chosen.items()}
    statistics = {name: stats.MeanOf(values, stats.SHARE) for name, values in found.items()}
    return stats.Evaluation(held_out.join(seen.rename("seen")).reset_index(), statistics)
