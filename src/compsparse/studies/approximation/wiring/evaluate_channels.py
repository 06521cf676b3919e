"""Channels that right and wrong wiring need, of a tree and of a generic target, against d."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.wiring.channels import channels
from compsparse.studies.approximation.wiring.generate_spectra import KINDS, WIRINGS, Spectra


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
        spectra = stats.read_dataclass(path, Spectra)
        *cells, places = spectra.beyond.shape
        for kind, wiring, run in np.ndindex(*cells):
            for error in errors:
                needed = channels(spectra.beyond[kind, wiring, run], error)
                allowed = spectra.last[run] ** 2 > error * spectra.variance[run]
                rows.append(
                    {
                        "variables": spectra.variables,
                        "target": KINDS[kind],
                        "wiring": WIRINGS[wiring],
                        "error": error,
                        "run": run,
                        "channels": needed,
                        "capped": needed > (places - 1) / 2,
                        "bound": int(allowed.sum()) + 1,
                        "network": (spectra.variables - 1) * needed**3,
                    }
                )
    table = pd.DataFrame(rows)
    judged = table[table["error"] == errors[1]]
    keys = ["target", "wiring", "variables"]
    wide = judged.pivot(index="run", columns=keys, values="channels").sort_index(axis=1)
    smallest, largest = min(judged["variables"]), max(judged["variables"])
    doublings = np.log2(largest / smallest)
    at_largest = wide.xs(largest, axis=1, level="variables")
    growth = np.log2(at_largest / wide.xs(smallest, axis=1, level="variables")) / doublings
    tree, generic = at_largest["tree"], at_largest["generic"]
    samples = {
        "right_growth": growth["tree", "right"],
        "wrong_growth": growth["tree", "wrong"],
        "generic_growth": growth["generic"].min(axis=1),
        "log_wrong_over_right": np.log(tree["wrong"] / tree["right"]),
        "generic_wrong_over_right": generic["wrong"] / generic["right"],
        "log_wrong_over_generic": np.log(tree["wrong"] / generic["wrong"]),
    }
    statistics = {name: stats.MeanOf(values.to_numpy(float)) for name, values in samples.items()}
    right = table[(table["target"] == "tree") & (table["wiring"] == "right")]
    beyond_bound = stats.exact(float((right["channels"] - right["bound"]).max()))
    return stats.Evaluation(table, {"right_beyond_bound": beyond_bound, **statistics})
