"""The exact conditional probabilities as the target, in the cheaper of two forms."""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.factorial.network import dense_target, grouped_target, target

# Groups pay when they spare passes over [input, output] worth more than their own handling of
# [input, dimension]. Measured at 4096 x 4096 and 4096 x 64.
_INPUTS_PER_GROUP = 8
_OUTPUTS_PER_DIMENSION = 8


def population_target(
    groups: Int64[np.ndarray, "run row"],
    probabilities: list[Float64[np.ndarray, "_ y"]],
    dimension: int,
) -> target.Target:
    """Return the target p(y | x); each input's group is its row of the run's ``probabilities``."""
    runs, rows = groups.shape
    outputs = probabilities[0].shape[1]
    most = max(len(distinct) for distinct in probabilities)
    if most * _INPUTS_PER_GROUP <= rows and dimension * _OUTPUTS_PER_DIMENSION <= outputs:
        padded: Float32[Tensor, "run group y"] = torch.zeros(runs, most, outputs)
        for run, distinct in enumerate(probabilities):
            padded[run, : len(distinct)] = torch.from_numpy(distinct)
        return grouped_target.GroupedTarget(groups, padded, dimension)
    dense: Float32[Tensor, "run row y"] = torch.empty(runs, rows, outputs)
    for run, distinct in enumerate(probabilities):
        dense[run] = torch.from_numpy(distinct.astype(np.float32)[groups[run]])
    return dense_target.DenseTarget(dense)
