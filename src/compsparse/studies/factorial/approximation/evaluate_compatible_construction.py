"""The exact network on factor embeddings, checked on sampled graphs (document 004, Appendix A)."""

import numpy as np
import pandas as pd

from compsparse.seeds import generator
from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.intervals import exact
from compsparse.steps import Inputs, Params, many
from compsparse.studies.factorial.approximation.compatible_construction import (
    construct,
    construction_bound,
    parameter_formula,
)
from compsparse.studies.factorial.data_model.complexity import approximation_complexity
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.exact_factorization import log_likelihood
from compsparse.studies.factorial.data_model.factor_table import factor_table, one_hot_codes


def check(
    dataset: Dataset, index: int, random: np.random.Generator
) -> dict[str, str | int | float]:
    """Construct the network of one graph and compare it with the log-likelihood matrix.

    The embedding has as many dimensions as the input factors have elements, the fewest allowed.
    """
    graph, tables = dataset.graph(index), dataset.run_tables(index)
    dimension = sum(graph.inputs.sizes)
    vectors = factor_table(graph.inputs, dimension, random)
    network = construct(graph, tables, vectors)
    likelihood = log_likelihood(graph, tables)
    constructed = network.log_probabilities(one_hot_codes(graph.inputs) @ vectors)
    largest_readout = float(np.abs(network.readout).max())
    tokens = graph.inputs.size + graph.outputs.size
    return {
        "input_factors": graph.inputs.label,
        "output_factors": graph.outputs.label,
        "parents": int(dataset.parents[index]),
        "embedding_dimension": dimension,
        "parent_states": sum(graph.parent_state_counts),
        "hidden_width": network.hidden_width,
        "parameters": network.parameters,
        "parameter_formula": parameter_formula(graph, dimension),
        "learned_embedding_parameters": approximation_complexity(graph) * tokens,
        "probabilities": likelihood.size,
        "max_abs_error": float(np.abs(constructed.T - likelihood).max()),
        "rounding_bound": construction_bound(graph, vectors, likelihood, largest_readout),
    }


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Check the construction on every graph of ``datasets``."""
    rows: list[dict[str, str | int | float]] = []
    for path in many(inputs, "datasets"):
        dataset = read_dataset(path)
        for index in range(dataset.runs):
            names = ("factorial", "compatible_construction", "vectors", path.stem, index)
            rows.append(check(dataset, index, generator(params["root_seed"], *names)))
    table = pd.DataFrame(rows)
    table.insert(3, "graph", range(len(table)))
    # the document bounds the size by sums of factor sizes and of parent states
    values = {
        "error_over_rounding_bound": (table["max_abs_error"] / table["rounding_bound"]).max(),
        "width_mismatches": (table["hidden_width"] != table["parent_states"]).sum(),
        "parameter_mismatches": (table["parameters"] != table["parameter_formula"]).sum(),
        "parameters_over_probabilities": (table["parameters"] / table["probabilities"]).max(),
    }
    statistics = {name: exact(float(value), len(table)) for name, value in values.items()}
    return Evaluation(table, statistics)
