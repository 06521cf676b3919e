"""Files of networks of several wirings, with the kind of each."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Int64

from compsparse.studies.regime.scores.stored import read_scores
from compsparse.studies.regime.wiring.controls import KINDS
from workflow_engine.artifacts.named_axes import read_named_axes

ARRAYS = {
    "kind": Int64[np.ndarray, " network"],
    "run": Int64[np.ndarray, " network"],
    "changed": Int64[np.ndarray, " network"],
    "retries": Int64[np.ndarray, " network"],
    "stuck": Bool[np.ndarray, " network"],
}


def read_kinds(path: Path) -> pd.DataFrame:
    """Return the kind of each network, by name, its run, and the outcome of its training."""
    table = pd.DataFrame(read_named_axes(path, ARRAYS))
    return table.assign(kind=[KINDS[number] for number in table["kind"]])


def read_judged(networks: Path, scores: Path, labels: Mapping[str, str | int]) -> pd.DataFrame:
    """Return the scores of wired networks, with ``labels`` and the kind of each in front."""
    kinds = read_kinds(networks)
    judged = read_scores(scores, labels, kinds["run"].to_numpy())
    judged.insert(len(labels), "kind", kinds["kind"])
    return judged.join(kinds[["changed", "retries", "stuck"]])
