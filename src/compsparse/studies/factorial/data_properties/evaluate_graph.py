"""The sampled graphs, edge by edge, with their complexities (document 004, Figure 1)."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset


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
    """Count the output factors whose number of parents differs from the one in the settings."""
    counts = dataset.adjacency.sum(axis=2)
    expected = dataset.parents[:, None]
    return int(((expected > 0) & (counts != expected)).sum())


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """List the edges of ``datasets`` and check numbers of parents and complexities."""
    # a complexity that differs between graphs gives an interval from the smallest to the largest
    datasets = [read_dataset(path) for path in stats.many(inputs, "datasets")]
    firsts = np.cumsum([0, *(dataset.runs for dataset in datasets)])
    tables = [
        edges(dataset, int(first)) for dataset, first in zip(datasets, firsts[:-1], strict=True)
    ]
    wrong = sum(wrong_parent_counts(dataset) for dataset in datasets)
    graphs = int(firsts[-1])
    statistics = {"wrong_parent_counts": stats.exact(wrong, graphs)}
    for name in ("approximation_complexity", "statistical_complexity"):
        values = np.concatenate([getattr(dataset, name) for dataset in datasets])
        mean, low, high = float(values.mean()), float(values.min()), float(values.max())
        statistics[name] = stats.Interval(mean, low, high, graphs)
    return stats.Evaluation(pd.concat(tables, ignore_index=True), statistics)
