"""Hidden units of tickets, and weights of each, by number and arity of constituents."""

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(
    inputs: stats.Inputs, *, least_arity: int, largest_arity: int, edges: int, constituents: int
) -> stats.Evaluation:
    """Return one row per teacher and run; parameters as for kept weights.

    Inputs: kept, the table of kept weights.
    """
    table = read_table(stats.single(inputs, "kept"))
    table = table[table["kind"] == "relu"]
    fitted = table[table["arity"].between(least_arity, largest_arity)]
    series = fitted[fitted["constituents"] == constituents]
    statistics = {
        "weights_per_unit_power": stats.MeanOf(log_log_slopes(series, "arity", "per_unit")),
        "units_power": stats.MeanOf(log_log_slopes(fitted, "constituents", "units")),
        "units_arity_power": stats.MeanOf(log_log_slopes(series, "arity", "units")),
    }
    columns = ["name", "arity", "constituents", "run", "units", "per_unit", "prunable"]
    return stats.Evaluation(table[columns].reset_index(drop=True), statistics)
