"""Error against the number of weights, at several depths, from few examples and from fresh ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_table


@dataclass(frozen=True)
class Cell:
    """A network of so many weights, trained on few ``examples`` or on ``fresh`` ones."""

    data: str
    network: str
    size: int


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell]) -> stats.Evaluation:
    """Return one row per data, network, size and run; ``cells`` are the networks of the models.

    Log ratios compare networks of equal size and are means over sizes.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = np.log(
        table.pivot_table(index="run", columns=["data", "network", "size"], values="error")
    )
    names = sorted({cell.network for cell in cells})
    shallow, *deeper = (name for name in names if name.startswith("dense_"))
    pairs = [(name, shallow) for name in ("tree", *deeper)] + [("tree", deeper[-1])]
    statistics = {}
    for kind in ("examples", "fresh"):
        for name, other in pairs:
            gap = (logs[kind][name] - logs[kind][other]).mean(axis=1)
            statistics[f"{kind}_log_ratio_{name}_over_{other}"] = stats.MeanOf(gap.to_numpy())
    return stats.Evaluation(table, statistics)
