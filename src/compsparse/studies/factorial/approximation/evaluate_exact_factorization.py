"""Theorem 1 checked on sampled graphs: exactness, width and rank (document 004, Section 3.1)."""

import pandas as pd

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.intervals import exact
from compsparse.steps import Inputs, Params, many
from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.conditionals import distinct_inputs
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.exact_factorization import (
    factorize,
    log_likelihood,
    max_abs_error,
    measured_rank,
    rounding_bound,
)


def check(dataset: Dataset, index: int) -> dict[str, str | int | float]:
    """Construct the factorization of one graph and compare it with the log-likelihood matrix."""
    graph, tables = dataset.graph(index), dataset.run_tables(index)
    likelihood = log_likelihood(graph, tables)
    factorization = factorize(graph, tables)
    _, representatives = distinct_inputs(graph)  # repeated columns add nothing to the rank
    complexity = approximation_complexity(graph)
    return {
        "input_factors": graph.inputs.label,
        "output_factors": graph.outputs.label,
        "parents": int(dataset.parents[index]),
        "approximation_complexity": complexity,
        "statistical_complexity": statistical_complexity(graph),
        "measured_rank": measured_rank(likelihood[:, representatives]),
        "constructed_width": factorization.width,
        "max_abs_error": max_abs_error(factorization, likelihood),
        "max_abs_log_likelihood": float(abs(likelihood).max()),
        "rounding_bound": rounding_bound(complexity, likelihood),
    }


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Check Theorem 1 on every graph of ``datasets``.

    The graphs must have a parent for every output factor: for them (AC) is the theorem's width.
    """
    rows = []
    for path in many(inputs, "datasets"):
        dataset = read_dataset(path)
        for index in range(dataset.runs):
            if dataset.graph(index).parentless:
                raise ValueError(
                    f"{path}: graph {index} has an output factor without parents, which (AC) does "
                    "not count; give this step datasets that were drawn with `parents`."
                )
            rows.append(check(dataset, index))
    table = pd.DataFrame(rows)
    table.insert(3, "graph", range(len(table)))
    values = {
        "error_over_rounding_bound": (table["max_abs_error"] / table["rounding_bound"]).max(),
        "rank_above_ac": (table["measured_rank"] - table["approximation_complexity"]).max(),
        "width_mismatches": (table["constructed_width"] != table["approximation_complexity"]).sum(),
    }
    statistics = {name: exact(float(value), len(table)) for name, value in values.items()}
    return Evaluation(table, statistics)
