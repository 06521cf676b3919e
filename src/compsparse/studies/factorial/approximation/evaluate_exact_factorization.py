"""Theorem 1 checked on sampled graphs: exactness, width and rank (document 004, Section 3.1)."""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model import exact_factorization
from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.dataset import Dataset, read_runs


def check(dataset: Dataset, index: int) -> dict[str, str | int | float]:
    """Construct the factorization of one graph and compare it with the log-likelihood matrix."""
    graph, tables = dataset.graph(index), dataset.run_tables(index)
    likelihood = exact_factorization.logarithms(dataset.probabilities(index))
    factorization = exact_factorization.factorize(graph, tables)
    _, distinct = dataset.distinct(index)  # repeated columns add nothing to the rank
    complexity = approximation_complexity(graph)
    return {
        "input_factors": graph.inputs.label,
        "output_factors": graph.outputs.label,
        "parents": int(dataset.parents[index]),
        "approximation_complexity": complexity,
        "statistical_complexity": statistical_complexity(graph),
        "measured_rank": exact_factorization.measured_rank(
            exact_factorization.logarithms(distinct)
        ),
        "constructed_width": factorization.width,
        "max_abs_error": exact_factorization.max_abs_error(factorization, likelihood),
        "max_abs_log_likelihood": float(abs(likelihood).max()),
        "rounding_bound": exact_factorization.rounding_bound(complexity, likelihood),
    }


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Check Theorem 1 on ``datasets``, whose output factors all have parents: (AC) is the width."""
    runs = read_runs(stats.many(inputs, "datasets"))
    table = pd.DataFrame([check(dataset, index) for _, dataset, index in runs])
    table.insert(3, "graph", range(len(table)))
    values = {
        "error_over_rounding_bound": (table["max_abs_error"] / table["rounding_bound"]).max(),
        "rank_above_ac": (table["measured_rank"] - table["approximation_complexity"]).max(),
        "width_mismatches": (table["constructed_width"] != table["approximation_complexity"]).sum(),
    }
    statistics = {name: stats.exact(float(value), len(table)) for name, value in values.items()}
    return stats.Evaluation(table, statistics)
