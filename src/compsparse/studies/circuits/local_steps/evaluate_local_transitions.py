"""One step forward and back, learned from local transitions (document 000, Figure 10.2).

A table's accuracy is counted over all grids, without sampling error.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.local_steps.cellular import (
    block_rule,
    stored,
    table_learner,
    transition,
)

_KEEPS_MOMENTUM = "gas"  # billiard balls side by side stand still


@stats.evaluates
def run(
    inputs: stats.Inputs, *, reversible: Sequence[str], control: str, share: float, steps: int
) -> stats.Evaluation:
    """Return accuracies by sites. Inputs: ``states``; ``models`` by rule, reversible ones first.

    Args:
        share: of all cells, at which a step counts as learned.
        steps: of a path, forward and backward.
    """
    states = stored.read_states(stats.single(inputs, "states"))
    names = [*reversible, control]
    models = [stats.read_dataclass(path, stored.Learned) for path in stats.many(inputs, "models")]
    if len(models) != len(names):
        raise ValueError(f"There are {len(models)} models for {len(names)} rules; give one each.")
    learned = dict(zip(names, models, strict=True))
    table = pd.concat(
        [_rows(block_rule.rule(name), learned[name], states, steps) for name in names],
        ignore_index=True,
    )
    return stats.Evaluation(
        table,
        {
            **_accuracies(table[table["rule"].isin(reversible)]),
            **_times({name: learned[name] for name in reversible}, share),
            **_conserved(reversible, states, steps),
            **_control(table[table["rule"] == control]),
        },
    )


def _rows(
    dynamics: block_rule.BlockRule, learned: stored.Learned, states: stored.States, steps: int
) -> pd.DataFrame:
    """Return the right cells after one step and the right grids after a path."""
    if len(states.test) != len(learned.tables):
        raise ValueError(
            f"The model of {dynamics.name!r} has {len(learned.tables)} runs, the states have "
            f"{len(states.test)}; train it on these states."
        )
    rows, answers_of = [], learned.answers
    for place, direction in enumerate(transition.DIRECTIONS):
        truth = transition.enumerated(dynamics, direction)
        for index, start in enumerate(states.test):
            end = dynamics.trajectory(start, steps)[-1]
            shown, wanted = (start, end) if direction == transition.FORWARD else (end, start)
            walk = transition.forward if direction == transition.FORWARD else transition.backward
            for size, answers in zip(learned.sizes, answers_of[index, place], strict=True):
                right = (walk(answers, shown, steps) == wanted).all(axis=(-2, -1)).mean()
                accuracy = truth.accuracy(answers)
                rows.append((direction, index, int(size), accuracy, right, truth.best_accuracy))
    columns = ["direction", "run", "sites", "cells", "states", "best"]
    return pd.DataFrame(rows, columns=columns).assign(rule=dynamics.name)


def _accuracies(table: pd.DataFrame) -> dict[str, stats.Interval]:
    last = table[table["sites"] == table["sites"].max()]
    return {
        f"{direction}_{column}": stats.exact(rows[column].min())
        for direction, rows in last.groupby("direction")
        for column in ("cells", "states")
    }


def _times(learned: Mapping[str, stored.Learned], share: float) -> dict[str, stats.MeanOf]:
    sites = {name: sites_to_learn(name, tables, share) for name, tables in learned.items()}
    ratios = [counts.mean(axis=1) / calculated_sites(share) for counts in sites.values()]
    return {
        **{
            f"log_ratio_{name}": stats.MeanOf(np.log(counts[:, 1] / counts[:, 0]))
            for name, counts in sites.items()
        },
        "sites_over_calculated": stats.MeanOf(np.mean(ratios, axis=0)),
    }


def _conserved(
    reversible: Sequence[str], states: stored.States, steps: int
) -> dict[str, stats.Interval]:
    paths = {name: block_rule.rule(name).trajectory(states.test, steps) for name in reversible}
    number = max(_largest_change(block_rule.particles(path)) for path in paths.values())
    velocities = np.stack(
        [block_rule.momentum(grids, t) for t, grids in enumerate(paths[_KEEPS_MOMENTUM])]
    )
    return {
        "particles_changed": stats.exact(number),
        "momentum_changed": stats.exact(_largest_change(velocities)),
    }


def _control(table: pd.DataFrame) -> dict[str, stats.Interval | stats.MeanOf]:
    rows = table[table["sites"] == table["sites"].max()]
    ahead, back = (rows[rows["direction"] == direction] for direction in transition.DIRECTIONS)
    return {
        "control_forward_cells": stats.exact(ahead["cells"].min()),
        "control_best_cells": stats.exact(back["best"].iloc[0]),
        "control_backward_cells": stats.MeanOf(back["cells"].to_numpy(), stats.SHARE),
    }


def _largest_change(kept: np.ndarray) -> int:
    return int(np.abs(kept - kept[0]).max())


def sites_to_learn(
    name: str, learned: stored.Learned, share: float
) -> Float64[np.ndarray, "run direction"]:
    """Return the sites until a share of cells is right, [run, direction], forward first."""
    counts = []
    for place, direction in enumerate(transition.DIRECTIONS):
        truth = transition.enumerated(block_rule.rule(name), direction)
        counts.append(
            [
                # all sites of the largest size were used
                table_learner.samples_to_learn(
                    first.astype(np.int64),
                    int(learned.sizes[-1]),
                    truth.seen,
                    truth.best_answers,
                    share,
                )
                for first in learned.first_seen[:, place]
            ]
        )
    return np.array(counts, dtype=np.float64).T


def calculated_sites(share: float) -> float:
    """Return the mean number of sites for independent windows, all of which are equally likely."""
    # half of the windows are of a cell that will be empty, the answer before any sample
    occupied = transition.PATTERNS // 2
    return expected_draws(
        transition.PATTERNS, occupied, math.ceil(share * transition.PATTERNS) - occupied
    )
