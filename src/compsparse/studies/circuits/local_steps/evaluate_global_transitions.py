"""Transitions to learn one step, over whole states and over blocks (document 000, Figure 10.2)."""

import math
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.coupon_collector import expected_batches, expected_draws
from compsparse.studies.circuits.local_steps.cellular.block_rule import BLOCKS, CORNERS
from compsparse.studies.circuits.slopes import log2_slope, slopes_by_run
from workflow_engine.artifacts import errors, named_axes

LEARNERS = ("whole", "block")


@stats.evaluates
def run(inputs: stats.Inputs, *, share: float) -> stats.Evaluation:
    """Return the states that each learner needs by the number of cells, and slopes."""
    table = pd.concat(_rows(inputs, share), ignore_index=True)
    whole, block = (table[table["learner"] == learner] for learner in LEARNERS)
    per_run = {
        "whole_slope": slopes_by_run(whole, log2_slope, "cells", "states"),
        "block_slope": slopes_by_run(block, stats.log_log_slope, "cells", "states"),
        "whole_over_calculated": _over_expected(whole),
        "block_over_calculated": _over_expected(block),
    }
    return stats.Evaluation(table, {name: stats.MeanOf(values) for name, values in per_run.items()})


def expected(learner: str, cells: int, share: float) -> float:
    """Return the mean number of states that a learner, a coupon collector, needs."""
    # all but the empty pattern have to be seen; a single wrong block of 16 makes more than 1 % of
    # the states wrong
    if learner == "whole":
        patterns = 2**cells
        return expected_draws(patterns, patterns - 1, math.ceil(share * patterns) - 1)
    return expected_batches(BLOCKS, BLOCKS - 1, cells // CORNERS)


def _rows(inputs: stats.Inputs, share: float) -> list[pd.DataFrame]:
    path = stats.single(inputs, "model")
    wanted: dict[str, Any] = {}
    for learner in LEARNERS:
        wanted[f"{learner}_cells"] = Int64[np.ndarray, f" {learner}_grid"]
        wanted[f"{learner}_states"] = Int64[np.ndarray, f"{learner}_grid run"]
    arrays = named_axes.read_named_axes(path, wanted)
    for name, array in arrays.items():
        if array.min() < 1:
            raise errors.ArtifactError(path, f"{name} counts {array.min()}; all are at least 1.")
    frames = []
    for learner in LEARNERS:
        cells, states = arrays[f"{learner}_cells"], arrays[f"{learner}_states"]
        grid, replicate = (index.ravel() for index in np.indices(states.shape))
        means = np.array([expected(learner, int(count), share) for count in cells])
        frames.append(
            pd.DataFrame(
                {
                    "learner": learner,
                    "cells": cells[grid],
                    "run": replicate,
                    "states": states.ravel(),
                    "expected": means[grid],
                }
            )
        )
    return frames


def _over_expected(rows: pd.DataFrame) -> Float64[np.ndarray, " run"]:
    ratios = (rows["states"] / rows["expected"]).groupby(rows["run"])
    return np.array([run_ratios.mean() for _, run_ratios in ratios])
