"""How trainings of a transformer compare at the end, on the longest hop."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.history import TaskHistory, read_rates


def read_kinds(inputs: stats.Inputs, kinds: Sequence[str]) -> dict[str, TaskHistory]:
    """Read the trainings of each kind, one for each rate."""
    return {kind: read_rates(stats.many(inputs, kind)) for kind in kinds}


def table_of(trained: Mapping[str, TaskHistory]) -> pd.DataFrame:
    """Return one row per kind, run, hop and look."""
    return pd.concat([found.table(data=kind) for kind, found in trained.items()], ignore_index=True)


def longest_hop(
    trained: Mapping[str, TaskHistory], learned: float, control: str
) -> dict[str, stats.MeanOf]:
    """Return what the mixture and hard data alone reach, and the lead over a ``control``.

    Args:
        trained: ``mixture``, ``hard_only`` and the control.
        learned: accuracy at which a hop counts as learned.
        control: a training without what helps the mixture.
    """
    mixture, alone, other = (
        trained[kind].final[:, -1] for kind in ("mixture", "hard_only", control)
    )
    reached = np.asarray(mixture >= learned, dtype=np.float64)
    return {
        "mixture_learned": stats.MeanOf(reached, support=stats.SHARE),
        "hard_only_accuracy": stats.MeanOf(alone, support=stats.SHARE),
        "advantage": stats.MeanOf(mixture - other),
        "in_order": stats.MeanOf(trained["mixture"].in_order(learned), support=stats.SHARE),
    }
