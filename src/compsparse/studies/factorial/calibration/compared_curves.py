"""Loss curves of compared networks in several spaces, one tidy row per logged step."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import read_history

Label = str | int | float  # of a variant: the value that is compared, or a name


def compared_curves(paths: Sequence[Path], variants: Sequence[Label]) -> pd.DataFrame:
    """Return the curves of histories, one per space, those with more output factors first.

    ``space`` is "inputs -> outputs", ``variant`` the label (``variants`` are in the order of
    training), ``run`` the replicate, ``loss`` in nats.
    """
    histories = [read_history(path) for path in paths]
    tables = []
    for history in sorted(histories, key=lambda history: -len(history.outputs.sizes)):
        table = history.curves("variant", "run", "step", "flops", "loss")
        table["variant"] = np.array(variants)[table["variant"]]
        table.insert(0, "space", f"{history.inputs.label} -> {history.outputs.label}")
        tables.append(table)
    table = pd.concat(tables, ignore_index=True)
    stats.require_balanced(table[table["step"] == 0], ["space", "variant"])
    return table


def compact(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table as it is stored: for drawing, losses need no more than single precision."""
    return table.astype({"loss": np.float32})
