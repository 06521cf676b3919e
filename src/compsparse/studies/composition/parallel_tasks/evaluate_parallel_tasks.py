"""Layers and accuracy of the constructed transformers for automata and hops."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "size": Int64[np.ndarray, "size"],
    "right": Float64[np.ndarray, "size"],
    "error": Float64[np.ndarray, "size"],
    "layers": Int64[np.ndarray, "size"],
    "width": Int64[np.ndarray, "size"],
}
_HOPS = _ARRAYS | {"ended": Float64[np.ndarray, "size"]}


@stats.evaluates
def run(inputs: stats.Inputs, *, names: Sequence[str], hop_length: int) -> stats.Evaluation:
    """Return one row per task and size, and bounds over all.

    A size is the length of a word, or a number of hops; it is also the number of steps of a
    sequential run.

    Args:
        names: of the automata.
        hop_length: length of the words of the induction heads.
    """
    automata = pd.concat(
        [
            pd.DataFrame(stats.read_named_axes(path, _ARRAYS)).assign(kind="automaton", task=name)
            for name, path in zip(names, stats.many(inputs, "automata"), strict=True)
        ],
        ignore_index=True,
    )
    heads = pd.DataFrame(stats.read_named_axes(stats.single(inputs, "hops"), _HOPS))
    heads = heads.assign(kind="hops", task=f"words of {hop_length}")
    log2 = np.log2(automata["size"].to_numpy(dtype=np.float64))
    beyond = automata["layers"].to_numpy() - np.ceil(log2)
    hops_beyond = heads["layers"].to_numpy() - np.log2(heads["size"].to_numpy(dtype=np.float64))
    table = pd.concat([automata, heads], ignore_index=True)
    return stats.Evaluation(
        table,
        {
            "automata_right": stats.exact(float(automata["right"].min())),
            "hops_right": stats.exact(float(heads["right"].min())),
            "error": stats.exact(float(table["error"].max())),
            "automata_layers_beyond_log": stats.exact(float(np.abs(beyond).max())),
            "hops_layers_beyond_log": stats.exact(float(hops_beyond.max())),
            "hops_answered": stats.exact(1.0 - float(heads["ended"].max())),
        },
    )
