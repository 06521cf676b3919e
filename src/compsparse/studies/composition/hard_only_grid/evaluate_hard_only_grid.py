"""Whether the longest hop alone is learned at any depth, rate and scale of first weights."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.history import read_rates
from compsparse.studies.composition.transformer.kinds import longest_hop


@dataclass(frozen=True)
class Cell:
    """A training on hard data alone or on the mixture."""

    # in the order of the table's columns
    data: str
    initial_scale: float
    layers: int


@stats.evaluates
def run(inputs: stats.Inputs, *, trained: Sequence[Cell], learned: float) -> stats.Evaluation:
    """Return one row per training, run and hop, at the end, with a mark for those chosen.

    Args:
        trained: what each training was.
        learned: accuracy at which a hop counts as learned.
    """
    paths = stats.many(inputs, "trained")
    rows, best = [], {}
    for data in ("hard_only", "mixture"):
        places = [place for place, cell in enumerate(trained) if cell.data == data]
        # validation chooses among all trainings on one kind of data
        best[data] = read_rates([paths[place] for place in places])
        for place in places:
            chosen = place == places[best[data].best]
            last = read_rates([paths[place]]).last(data=data)
            rows.append(last.assign(**asdict(trained[place]), chosen=chosen))
    statistics = longest_hop(best, learned, "hard_only")
    del statistics["in_order"]
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)
