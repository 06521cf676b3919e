"""Transitions to learn one step, over whole states and over blocks (document 000, Figure 10.2)."""

import math
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.coupon_collector import expected_batches, expected_draws
from compsparse.studies.circuits.local_steps.cellular.block_rule import BLOCKS, CORNERS
from workflow_engine.artifacts import errors, named_axes

LEARNERS = ("whole", "block")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return the states that each learner took by the number of cells, and slopes."""
    table = pd.concat(_rows(inputs, params["share"]), ignore_index=True)
    whole, block = ([run for _, run in _of(table, learner)] for learner in LEARNERS)
    per_run = {
        "whole_slope": [
            stats.least_squares_slope(_floats(of, "cells"), np.log2(_floats(of, "states")))
            for of in whole
        ],
        "block_slope": [
            stats.log_log_slope(_floats(of, "cells"), _floats(of, "states")) for of in block
        ],
        "whole_over_calculated": [float((of["states"] / of["expected"]).mean()) for of in whole],
        "block_over_calculated": [float((of["states"] / of["expected"]).mean()) for of in block],
    }
    return stats.Evaluation(
        table, {name: stats.MeanOf(np.array(values)) for name, values in per_run.items()}
    )


def expected(learner: str, cells: int, share: float) -> float:
    """Return the mean number of states until a learner, a collector of coupons, has the share."""
    # all but the empty one have to be seen; one block in 16 that is wrong makes more than a
    # hundredth of the states wrong
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


def _of(table: pd.DataFrame, learner: str) -> list[tuple[object, pd.DataFrame]]:
    return list(table[table["learner"] == learner].groupby("run", sort=True))


def _floats(rows: pd.DataFrame, column: str) -> np.ndarray:
    return rows[column].to_numpy(dtype=np.float64)
