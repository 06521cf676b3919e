"""The exact network on factor embeddings, checked on sampled graphs (document 004, Appendix A)."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.approximation import compatible_construction
from compsparse.studies.factorial.data_model import complexity, exact_factorization
from compsparse.studies.factorial.data_model.dataset import Dataset, read_runs
from compsparse.studies.factorial.data_model.embedding import factor_table, one_hot_codes
from workflow_engine.seeds import generator


def check(
    dataset: Dataset, index: int, random: np.random.Generator
) -> dict[str, str | int | float]:
    """Construct the network of one graph and compare it with the log-likelihood matrix."""
    graph, tables = dataset.graph(index), dataset.run_tables(index)
    # the smallest that the construction allows
    dimension = sum(graph.inputs.sizes)
    vectors = factor_table(graph.inputs, dimension, random)
    network = compatible_construction.construct(graph, tables, vectors)
    likelihood = exact_factorization.logarithms(dataset.probabilities(index))
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
        "parameter_formula": compatible_construction.parameter_formula(graph, dimension),
        "learned_embedding_parameters": complexity.approximation_complexity(graph) * tokens,
        "probabilities": likelihood.size,
        "max_abs_error": float(np.abs(constructed.T - likelihood).max()),
        "rounding_bound": compatible_construction.construction_bound(
            graph, vectors, likelihood, largest_readout
        ),
    }


@stats.evaluates
def run(inputs: stats.Inputs, *, root_seed: int) -> stats.Evaluation:
    """Check the construction on every graph of ``datasets``."""
    rows = []
    for path, dataset, index in read_runs(stats.many(inputs, "datasets")):
        names = ("factorial", "compatible_construction", "vectors", path.stem, index)
        rows.append(check(dataset, index, generator(root_seed, *names)))
    table = pd.DataFrame(rows)
    table.insert(3, "graph", range(len(table)))
    # the document bounds the size by sums of factor sizes and of parent states
    values = {
        "error_over_rounding_bound": (table["max_abs_error"] / table["rounding_bound"]).max(),
        "width_mismatches": (table["hidden_width"] != table["parent_states"]).sum(),
        "parameter_mismatches": (table["parameters"] != table["parameter_formula"]).sum(),
        "parameters_over_probabilities": (table["parameters"] / table["probabilities"]).max(),
    }
    statistics = {name: stats.exact(float(value), len(table)) for name, value in values.items()}
    return stats.Evaluation(table, statistics)
