"""Errors and loads of layers, at the rate that validation chose."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import chosen_arms


def chosen_layers(kinds: Sequence[str], inputs: stats.Inputs, arms: Sequence[str]) -> pd.DataFrame:
    """Return a row for each target, arm and run.

    Columns: kind, arm, run; ``error``, over the variance of the target; ``load``, the largest share
    of inputs over the mean one of the routed experts, and ``unused``, how many never receive an
    input, both without value of dense layers; ``chosen`` and ``at_edge`` as of ``chosen_arms``.
    """
    tables = []
    for kind, path in zip(kinds, stats.many(inputs, "models"), strict=True):
        table = chosen_arms(path, arms, "test").assign(kind=kind, load=np.nan, unused=np.nan)
        wanted: dict[str, Any] = {f"load_{a}": Float64[np.ndarray, f"run expert_{a}"] for a in arms}
        for name, load in stats.read_named_axes(path, wanted, optional=wanted).items():
            rows = table["arm"] == name.removeprefix("load_")
            table.loc[rows, "load"] = load.max(axis=1) / load.mean(axis=1)
            table.loc[rows, "unused"] = (load == 0).sum(axis=1)
        tables.append(table.rename(columns={"test": "error"}))
    columns = ["kind", "arm", "run", "error", "load", "unused", "chosen", "at_edge"]
    return pd.concat(tables, ignore_index=True)[columns]
