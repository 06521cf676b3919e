"""Bounds of trained networks beside their gap and estimated Rademacher complexities."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.bounds.known import BOUNDS, NODE_BOUNDS, bounds, factors
from compsparse.studies.tickets.wired.chosen import Networks, Trained
from compsparse.studies.tickets.wired.generate_examples import ARRAYS
from compsparse.studies.tickets.wired.norms import layer_norms, node_norms

SUPREMA = {
    "layers": Float64[np.ndarray, "run sign restart"],
    "nodes": Float64[np.ndarray, "run sign restart"],
}
# the others have the same product of norms as one of these, and so the same order
_RANKED = ("theorem_5", "degree", "supremum")


@stats.evaluates
def run(inputs: stats.Inputs, *, about: Sequence[Networks], at_examples: int) -> stats.Evaluation:
    """Return one row per wiring and run: gap, product of norms, bounds and estimated suprema.

    Inputs: examples; models and suprema, a file for each wiring.

    Args:
        about: the networks of the files of models.
        at_examples: N.
    """
    points = stats.read_named_axes(stats.single(inputs, "examples"), ARRAYS)["inputs"]
    rows = []
    files = zip(about, stats.many(inputs, "models"), stats.many(inputs, "suprema"), strict=True)
    for networks, path, supremum in files:
        trained = Trained(path, networks)
        conditions = [(cell.examples, cell.noise) for cell in trained.cells]
        place = conditions.index((at_examples, 0.0))
        # of each vector of signs the best restart, then the mean over signs
        reached = {
            name: values.max(axis=2).mean(axis=1)
            for name, values in stats.read_named_axes(supremum, SUPREMA).items()
        }
        weights = [values[place] for values in trained.weights]
        layers, nodes = layer_norms(weights, trained.shape), node_norms(weights)
        gap = trained.gap()[place]
        for run, read in enumerate(points[:, :at_examples]):
            rows.append(
                {
                    "wiring": networks.wiring,
                    "run": run,
                    "gap": gap[run],
                    "layers": layers[run].prod(),
                    "nodes": nodes[run].prod(),
                    **bounds(factors(trained.shape, read), layers[run], nodes[run]),
                    "supremum": reached["layers"][run] * layers[run].prod(),
                    "supremum_of_nodes": reached["nodes"][run] * nodes[run].prod(),
                }
            )
    table = pd.DataFrame(rows)
    return stats.Evaluation(table, _statistics(table))


def _statistics(table: pd.DataFrame) -> dict[str, stats.Interval | stats.MeanOf]:
    wide = table.pivot(index="run", columns="wiring")[[*table.columns.drop(["run", "wiring"])]]
    found: dict[str, stats.Interval | stats.MeanOf] = {}
    for name in BOUNDS:
        reached = wide["supremum_of_nodes" if name in NODE_BOUNDS else "supremum"]
        found[f"{name}_least_over_supremum"] = stats.exact(
            float((wide[name] / reached).to_numpy().min())
        )
    for name in _RANKED:
        logs = np.log(wide[name])
        ratio = (logs["dense"] - logs["right"]).to_numpy()
        found[f"{name}_log_ratio_dense_over_right"] = stats.MeanOf(ratio)
        agreement = [
            stats.order_agreement(wide[name].loc[run].to_numpy(), wide["gap"].loc[run].to_numpy())
            for run in wide.index
        ]
        found[f"{name}_agreement"] = stats.MeanOf(np.array(agreement), stats.SHARE)
    factor = wide["degree"] / wide["nodes"]
    found["degree_wrong_over_right_at_equal_norms"] = stats.exact(
        float((factor["wrong"] / factor["right"]).max())
    )
    found["theorem_5_over_frobenius"] = stats.exact(
        float((wide["theorem_5"] / wide["frobenius"]).to_numpy().min())
    )
    return found
