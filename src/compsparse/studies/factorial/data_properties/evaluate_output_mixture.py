"""The distribution of the output is a mixture of products (document 004, Remark 2).

With uniform inputs, p(y) is the mean over inputs of p(y | x). Given the joint parent states, the
output factors are independent; in the mixture, those with a common parent are not.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_runs
from compsparse.studies.factorial.data_model.factorization import Factorization

EPSILON = float(np.finfo(np.float64).eps)


def total_correlation(
    probabilities: Float64[np.ndarray, "case y"], outputs: Factorization
) -> Float64[np.ndarray, " case"]:
    """Return the divergence of each p(y) from the product of its factors' marginals, in nats."""
    cases = len(probabilities)
    # the first output factor varies fastest
    joint = probabilities.reshape(cases, *reversed(outputs.sizes))
    axes = range(1, joint.ndim)
    product = np.ones_like(joint)
    for axis in axes:
        product = product * joint.sum(axis=tuple(a for a in axes if a != axis), keepdims=True)
    total: Float64[np.ndarray, " case"] = (joint * np.log(joint / product)).sum(axis=tuple(axes))
    return total


def rounding_bound(outputs: Factorization, terms: int) -> float:
    """Return a bound on the rounding error of a total correlation, in nats."""
    # relative errors in epsilon: ``terms`` of a mean of as many distributions, M of the marginal of
    # each of l factors, l + 2 of the ratio and its logarithm
    factors = len(outputs.sizes)
    return (terms + factors * outputs.size + factors + 2) * EPSILON


def check(dataset: Dataset, index: int) -> dict[str, str | int | float]:
    """Compare the distribution of y with the mixture over joint parent states for one graph."""
    graph, outputs = dataset.graph(index), dataset.outputs
    probabilities = dataset.probabilities(index)
    output = probabilities.mean(axis=0)
    groups, components = dataset.distinct(index)
    weights = np.bincount(groups, minlength=len(components)) / len(groups)
    mixture = weights @ components
    relevant = {parent for parents in graph.parents for parent in parents}
    uses = dataset.adjacency[index].sum(axis=0)
    # a mean of N terms against one of as many components, both of positive terms
    error = np.abs(mixture - output) / output
    return {
        "parents": int(dataset.parents[index]),
        "shared_parents": int((uses > 1).sum()),
        "components": len(np.unique(probabilities, axis=0)),
        "parent_states": int(np.prod([graph.inputs.sizes[i] for i in relevant], dtype=np.int64)),
        "mixture_error_over_bound": float(error.max() / (2 * len(groups) * EPSILON)),
        "mixture_total_correlation": float(total_correlation(output[None], outputs)[0]),
        "largest_component_total_correlation": float(
            np.abs(total_correlation(components, outputs)).max()
        ),
        "rounding_bound": rounding_bound(outputs, dataset.inputs.size),
    }


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Check every graph of ``datasets``, which share their output factors."""
    runs = read_runs(stats.many(inputs, "datasets"))
    table = pd.DataFrame([check(dataset, index) for _, dataset, index in runs])
    table.insert(0, "graph", range(len(table)))
    shared = table["shared_parents"] > 0
    if shared.all() or not shared.any():
        raise ValueError(
            f"{int(shared.sum())} of {len(table)} graphs have a parent that output factors share; "
            "the result compares graphs with and without. Draw more runs or numbers of parents."
        )
    mixture = table["mixture_total_correlation"] / table["rounding_bound"]
    component = table["largest_component_total_correlation"] / table["rounding_bound"]
    mismatches = table["components"] != table["parent_states"]
    values = {
        "mixture_error_over_bound": (table["mixture_error_over_bound"].max(), len(table)),
        "component_mismatches": (mismatches.sum(), len(table)),
        "component_correlation_over_bound": (component.max(), len(table)),
        "separate_correlation_over_bound": (mixture[~shared].max(), int((~shared).sum())),
        "shared_correlation_over_bound": (mixture[shared].min(), int(shared.sum())),
    }
    return stats.Evaluation(
        table, {name: stats.exact(float(value), n) for name, (value, n) in values.items()}
    )
