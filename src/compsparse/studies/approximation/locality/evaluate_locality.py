"""Errors with local connections and shared weights, on variables in order and permuted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_table

_NETWORKS = ("dense", "local", "convolution")


@dataclass(frozen=True)
class Cell:
    """A network, the order in which it reads the variables, and its target."""

    network: str
    order: str
    target: str


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell]) -> stats.Evaluation:
    """Return one row per target, network, order of the variables and run.

    ``cells`` are the networks of the models.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    keys = ["target", "network", "order"]
    logs: Any = np.log(table.pivot_table(index="run", columns=keys, values="error"))
    statistics = {}
    for target in dict.fromkeys(cell.target for cell in cells):
        dense, local, convolution = (logs[target, name] for name in _NETWORKS)
        gaps = {
            "permuted_over_ordered_local": local["random"] - local["own"],
            "permuted_over_ordered_convolution": convolution["random"] - convolution["own"],
            "permuted_over_ordered_dense": dense["random"] - dense["own"],
            "dense_over_local": dense["own"] - local["own"],
            "local_over_convolution": local["own"] - convolution["own"],
        }
        for name, gap in gaps.items():
            statistics[f"{target}_log_ratio_{name}"] = stats.MeanOf(gap.to_numpy())
    dense, local, convolution = (logs["tree", name]["own"] for name in _NETWORKS)
    worth = dense + convolution - 2 * local
    statistics["tree_locality_less_sharing"] = stats.MeanOf(worth.to_numpy())
    return stats.Evaluation(table, statistics)
