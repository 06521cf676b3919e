"""The sampled graphs, edge by edge, with their complexities (document 004, Figure 1)."""

import numpy as np
import pandas as pd

from compsparse.statistics.intervals import Interval, exact
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset

RESULT = "factorial_graph"


def edges(dataset: Dataset, first: int) -> pd.DataFrame:
    """Return one row per edge of every graph of a dataset, graphs numbered from ``first``."""
    run, output_factor, input_factor = np.nonzero(dataset.adjacency)
    return pd.DataFrame(
        {
            "graph": first + run,
            "input_factor": input_factor,
            "input_size": np.array(dataset.inputs.sizes)[input_factor],
            "output_factor": output_factor,
            "output_size": np.array(dataset.outputs.sizes)[output_factor],
        }
    )


def wrong_parent_counts(dataset: Dataset) -> int:
    """Count the output factors whose number of parents is not the one that was asked for."""
    counts = dataset.adjacency.sum(axis=2)
    asked = dataset.parents[:, None]
    return int(((asked > 0) & (counts != asked)).sum())


def run(inputs: Inputs, params: Params) -> Outputs:
    """List the edges of ``datasets`` and count parents and complexities.

    A complexity that differs between graphs shows as an interval from the smallest to the largest.

    Raises:
        ArtifactError: an unusable dataset.
    """
    datasets = [read_dataset(path) for path in many(inputs, "datasets")]
    firsts = np.cumsum([0, *(dataset.runs for dataset in datasets)])
    tables = [edges(dataset, int(first)) for dataset, first in zip(datasets, firsts, strict=False)]
    wrong = sum(wrong_parent_counts(dataset) for dataset in datasets)
    graphs = int(firsts[-1])
    metrics = {"wrong_parent_counts": exact(wrong, graphs).as_metric()}
    for name in ("approximation_complexity", "statistical_complexity"):
        values = np.concatenate([getattr(dataset, name) for dataset in datasets])
        extent = Interval(float(values.mean()), float(values.min()), float(values.max()), graphs)
        metrics[name] = extent.as_metric()
    return {"table": pd.concat(tables, ignore_index=True), "metrics": {RESULT: metrics}}
