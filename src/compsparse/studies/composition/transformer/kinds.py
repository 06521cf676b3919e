"""Trainings of a transformer by kind, and their table."""

from collections.abc import Mapping, Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.history import TaskHistory, read_rates


def read_kinds(inputs: stats.Inputs, kinds: Sequence[str]) -> dict[str, TaskHistory]:
    """Read the trainings of each kind, one for each rate."""
    return {kind: read_rates(stats.many(inputs, kind)) for kind in kinds}


def table_of(trained: Mapping[str, TaskHistory]) -> pd.DataFrame:
    """Return one row per kind, run, hop and look."""
    return pd.concat([found.table(data=kind) for kind, found in trained.items()], ignore_index=True)
