"""How measures of complexity are ordered with the gap, one factor at a time and over all."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.generalization.measures import MEASURES, measures
from compsparse.studies.tickets.wired.chosen import Trained
from compsparse.studies.tickets.wired.shape import WIRINGS

FACTORS = ("examples", "channels", "decay", "noise", "wiring")
_RANDOM = 0.5  # labels, which no measure is asked about


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network and run: what it is, its gap and its measures.

    Params: about, what each file of models holds; usual, the network that others differ from;
    wirings, those of which channels, decay and noise are varied.

    A correlation is Kendall's, over networks that differ in one factor; mean over what these share,
    where there are several such sets. Pairs that a measure cannot tell apart do not count.
    ``factors`` is the mean over all factors, for measures that change with each of them.
    """
    rows = []
    for about, path in zip(params["about"], stats.many(inputs, "models"), strict=True):
        trained = Trained(path, about)
        gap = trained.gap()
        for cell, of in enumerate(trained.cells):
            if of["noise"] == _RANDOM:
                continue
            found = measures([w[cell] for w in trained.weights], trained.shape, of["examples"])
            for run in range(gap.shape[1]):
                rows.append(
                    {
                        "wiring": about["wiring"],
                        "channels": about["channels"],
                        **of,
                        "run": run,
                        "gap": gap[cell, run],
                        **{name: values[run] for name, values in found.items()},
                    }
                )
    table = pd.DataFrame(rows)
    sets = {of: _sets(table, of, params["usual"], params["wirings"]) for of in FACTORS}
    sets["all"] = [table]
    statistics = {}
    for measure in MEASURES:
        found = {}
        for factor, parts in sets.items():
            by_part = [_correlations(part, measure) for part in parts]
            told_apart = [of for of in by_part if of is not None]
            if told_apart:
                found[factor] = np.mean(told_apart, axis=0)
        if set(found) >= set(FACTORS):
            found["factors"] = np.mean([found[factor] for factor in FACTORS], axis=0)
        for factor, values in found.items():
            statistics[f"{measure}_within_{factor}"] = stats.MeanOf(values, (-1.0, 1.0))
    return stats.Evaluation(table, statistics)


def _sets(
    table: pd.DataFrame, factor: str, usual: Mapping[str, Any], wirings: list[str]
) -> list[pd.DataFrame]:
    """Return the networks that differ in one factor, for each wiring that it is varied of."""
    others = [of for of in FACTORS if of not in (factor, "wiring")]
    alike = table[(table[others] == pd.Series({of: usual[of] for of in others})).all(axis=1)]
    if factor == "wiring":
        return [alike]
    shown = WIRINGS if factor == "examples" else wirings
    return [alike[alike["wiring"] == wiring] for wiring in shown]


def _correlations(rows: pd.DataFrame, measure: str) -> np.ndarray | None:
    """Return Kendall's correlation with the gap in each run; None if all are alike in one."""
    by_run = [of for _, of in rows.groupby("run", sort=True)]
    if any(of[measure].nunique() == 1 for of in by_run):
        return None
    return np.array(
        [
            2 * stats.order_agreement(of[measure].to_numpy(), of["gap"].to_numpy()) - 1
            for of in by_run
        ]
    )
