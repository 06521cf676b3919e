"""Channels that right and wrong wiring need, of a tree and of a generic target, against d."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.approximation.wiring.channels import channels
from compsparse.studies.approximation.wiring.generate_spectra import KINDS, WIRINGS

_ARRAYS = {
    "variables": Int64[np.ndarray, ""],
    "beyond": Float64[np.ndarray, "kind wiring run channel"],
    "variance": Float64[np.ndarray, "run"],
    "last": Float64[np.ndarray, "of_last"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, errors: Sequence[float]) -> stats.Evaluation:
    """Return one row per d, target, wiring, error and run.

    ``errors`` are fractions of the variance; statistics are at the second one. ``capped``: the
    count is above half of the largest that the table can show; ``bound``: upper bound by the last
    constituent alone, for the tree's wiring; ``network``: weights of a tree network that joins so
    many channels at each of its d - 1 nodes.
    """
    rows = []
    for path in stats.many(inputs, "spectra"):
        arrays = stats.read_named_axes(path, _ARRAYS)
        most = arrays["beyond"].shape[-1] - 1
        for kind, wiring, run in np.ndindex(*arrays["beyond"].shape[:3]):
            for error in errors:
                needed = channels(arrays["beyond"][kind, wiring, run], error)
                allowed = arrays["last"] ** 2 > error * arrays["variance"][run]
                rows.append(
                    {
                        "variables": int(arrays["variables"]),
                        "target": KINDS[kind],
                        "wiring": WIRINGS[wiring],
                        "error": error,
                        "run": run,
                        "channels": needed,
                        "capped": needed > most / 2,
                        "bound": int(allowed.sum()) + 1,
                        "network": (int(arrays["variables"]) - 1) * needed**3,
                    }
                )
    table = pd.DataFrame(rows)
    judged = table[table["error"] == errors[1]]
    wide = judged.pivot_table(
        index=["run"], columns=["target", "wiring", "variables"], values="channels"
    )
    sizes = sorted(set(judged["variables"]))
    largest, smallest = sizes[-1], sizes[0]
    tree, generic = wide["tree"], wide["generic"]
    doublings = np.log2(largest / smallest)

    def growth(counts: pd.DataFrame) -> np.ndarray:
        return np.asarray(np.log2(counts[largest] / counts[smallest]) / doublings)

    right = table[(table["target"] == "tree") & (table["wiring"] == "right")]
    return stats.Evaluation(
        table,
        {
            "right_beyond_bound": stats.exact(float((right["channels"] - right["bound"]).max())),
            "right_most": stats.MeanOf(tree["right"].max(axis=1).to_numpy()),
            "right_growth": stats.MeanOf(growth(tree["right"])),
            "wrong_growth": stats.MeanOf(growth(tree["wrong"])),
            "wrong_over_right": stats.MeanOf(
                (tree["wrong"][largest] / tree["right"][largest]).to_numpy()
            ),
            "generic_wrong_over_right": stats.MeanOf(
                (generic["wrong"][largest] / generic["right"][largest]).to_numpy()
            ),
            "wrong_over_generic": stats.MeanOf(
                (tree["wrong"][largest] / generic["wrong"][largest]).to_numpy()
            ),
        },
    )
