"""Error against the number of weights, at several depths, from few examples and from fresh ones."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per data, network, size and run.

    ``cells`` are the data (few ``examples``, or ``fresh`` ones), the networks and their sizes, of
    the models. Log ratios compare networks of equal size: the deepest dense one over the shallow
    one, and the tree network over the deepest one, at the size at which it gains least.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = log_errors(table, "data", "network", "size")
    shallow, *_, deepest = sorted(set(table["network"]) - {"tree"})
    statistics: dict[str, stats.MeanOf] = {}
    for kind in ("examples", "fresh"):
        gain = logs[kind][deepest] - logs[kind][shallow]
        wiring = logs[kind]["tree"] - logs[kind][deepest]
        samples = {
            **{f"depth_at_{size}": gain[size] for size in gain},
            "depth_last_less_first": gain.iloc[:, -1] - gain.iloc[:, 0],
            "wiring_least": wiring.max(axis=1),
        }
        statistics |= {
            f"{kind}_{name}": stats.MeanOf(values.to_numpy()) for name, values in samples.items()
        }
    return stats.Evaluation(table, statistics)
