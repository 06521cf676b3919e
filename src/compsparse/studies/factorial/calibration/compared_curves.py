"""Loss curves of compared networks in several spaces, one tidy row per logged step."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import read_history
from workflow_engine.artifacts.errors import ArtifactError

Label = str | int | float  # of a variant: the value that is compared, or a name


def compared_curves(paths: Sequence[Path], variants: Sequence[Label]) -> pd.DataFrame:
    """Return the curves of histories, one per space, those with more output factors first.

    ``space`` is "inputs -> outputs", ``variant`` the label (``variants`` are in the order of
    training), ``run`` the replicate, ``loss`` in nats.
    """
    histories = {path: read_history(path) for path in paths}
    tables = []
    for path, history in sorted(histories.items(), key=lambda item: -len(item[1].outputs.sizes)):
        present = sorted(set(history.variant.tolist()))
        if present != list(range(len(variants))):
            raise ArtifactError(
                path,
                f"The history holds the variants {present}; there are {len(variants)} labels, "
                f"{list(variants)}.",
                "Train with one variant per label.",
            )
        if len(history.step) < 2:
            raise ArtifactError(path, "The history has no logged step after step 0.")
        table = curves(history, ("variant", "run", "step", "flops", "loss"))
        table["variant"] = np.array(variants)[table["variant"]]
        table.insert(0, "space", f"{history.inputs.label} -> {history.outputs.label}")
        tables.append(table)
    table = pd.concat(tables, ignore_index=True)
    stats.require_balanced(table[table["step"] == 0], ["space", "variant"])
    return table
