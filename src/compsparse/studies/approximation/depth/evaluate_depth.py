"""Error against the number of weights, at several depths, from few examples and from fresh ones."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per data, network, size and run.

    ``cells`` are the data (few ``examples``, or ``fresh`` ones), the networks and their sizes, of
    the models. Log ratios compare networks of equal size and are means over sizes.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = log_errors(table, "data", "network", "size")
    shallow, *deeper = sorted(set(table["network"]) - {"tree"})
    pairs = [(name, shallow) for name in ("tree", *deeper)] + [("tree", deeper[-1])]
    statistics = {}
    for kind in ("examples", "fresh"):
        for name, other in pairs:
            gap = (logs[kind][name] - logs[kind][other]).mean(axis=1)
            statistics[f"{kind}_log_ratio_{name}_over_{other}"] = stats.MeanOf(gap.to_numpy())
    return stats.Evaluation(table, statistics)
