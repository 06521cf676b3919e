"""One step forward and back, learned from local transitions (document 000, Figure 10.2).

A table's accuracy is counted over all grids, without sampling error.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.local_steps.cellular import (
    block_rule,
    conserved,
    rules,
    stored,
    transition,
    windows,
)
from compsparse.studies.circuits.local_steps.learning_times import calculated_sites, sites_to_learn

_KEEPS_MOMENTUM = "gas"  # billiard balls side by side stand still


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return accuracies by sites. Inputs: ``states``; ``models`` by rule, reversible ones first."""
    states = stored.read_states(stats.single(inputs, "states"))
    names = [*params["reversible"], params["control"]]
    models = [stored.read_learned(path) for path in stats.many(inputs, "models")]
    if len(models) != len(names):
        raise ValueError(f"There are {len(models)} models for {len(names)} rules; give one each.")
    learned = dict(zip(names, models, strict=True))
    table = pd.concat(
        [_rows(rules.rule(name), learned[name], states, params["steps"]) for name in names],
        ignore_index=True,
    )
    of_reversible = _of_reversible(table, learned, states, params)
    return stats.Evaluation(table, {**of_reversible, **_of_control(table, params["control"])})


def _rows(
    dynamics: block_rule.BlockRule, learned: stored.Learned, states: stored.States, steps: int
) -> pd.DataFrame:
    """Return, by direction, run and sites: cells right at one step, grids right after a path."""
    if len(states.test) != len(learned.tables):
        raise ValueError(
            f"The model of {dynamics.name!r} has {len(learned.tables)} runs, the states have "
            f"{len(states.test)}; train it on these states."
        )
    rows = []
    for place, direction in enumerate(transition.DIRECTIONS):
        truth = transition.enumerated(dynamics, direction)
        for index, start in enumerate(states.test):
            end = dynamics.trajectory(start, steps)[-1]
            shown, wanted = (start, end) if direction == transition.FORWARD else (end, start)
            walk = windows.forward if direction == transition.FORWARD else windows.backward
            for size, answers in zip(learned.sizes, learned.tables[index, place], strict=True):
                right = (walk(answers, shown, steps) == wanted).all(axis=(-2, -1)).mean()
                accuracy = truth.accuracy(answers)
                rows.append((direction, index, int(size), accuracy, right, truth.best_accuracy))
    columns = ["direction", "run", "sites", "cells", "states", "best"]
    return pd.DataFrame(rows, columns=columns).assign(rule=dynamics.name)


def _of_reversible(
    table: pd.DataFrame,
    learned: dict[str, stored.Learned],
    states: stored.States,
    params: stats.Params,
) -> dict[str, stats.Interval | stats.MeanOf]:
    names, steps = params["reversible"], params["steps"]
    last = table[(table["sites"] == table["sites"].max()) & table["rule"].isin(names)]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for direction, rows in last.groupby("direction"):
        statistics[f"{direction}_cells"] = stats.exact(rows["cells"].min())
        statistics[f"{direction}_states"] = stats.exact(rows["states"].min())
    sites = {name: sites_to_learn(name, learned[name], params["share"]) for name in names}
    calculated = calculated_sites(params["share"])
    for name, of in sites.items():
        statistics[f"log_ratio_{name}"] = stats.MeanOf(np.log(of[:, 1] / of[:, 0]))
    ratios = [of.mean(axis=1) / calculated for of in sites.values()]
    statistics["sites_over_calculated"] = stats.MeanOf(np.mean(ratios, axis=0))
    paths = {name: rules.rule(name).trajectory(states.test, steps) for name in names}
    number = max(_largest_change(conserved.particles(path)) for path in paths.values())
    velocities = np.stack(
        [conserved.momentum(grids, t) for t, grids in enumerate(paths[_KEEPS_MOMENTUM])]
    )
    return statistics | {
        "particles_changed": stats.exact(number),
        "momentum_changed": stats.exact(_largest_change(velocities)),
    }


def _of_control(table: pd.DataFrame, control: str) -> dict[str, stats.Interval | stats.MeanOf]:
    rows = table[(table["rule"] == control) & (table["sites"] == table["sites"].max())]
    ahead, back = (rows[rows["direction"] == direction] for direction in transition.DIRECTIONS)
    return {
        "control_forward_cells": stats.exact(ahead["cells"].min()),
        "control_best_cells": stats.exact(back["best"].iloc[0]),
        "control_backward_cells": stats.MeanOf(back["cells"].to_numpy(), stats.SHARE),
    }


def _largest_change(kept: np.ndarray) -> int:
    return int(np.abs(kept - kept[0]).max())
