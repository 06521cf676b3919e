"""The volume ratio of random wiring against the number of primitives (document 001, Figure 9).

The document gives no formula for its predicted score. Here it is the third reading, units that copy
or compose, in the limit of wide layers. Its probability of copying is free, so several are
compared. Everything is computed; nothing is drawn.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.volume.random_wiring import (
    half_height_depths,
    mean_field_ratios,
    peak_depth,
)


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    primitives: Sequence[int],
    copying: Sequence[float],
    depth: int,
    narrow_at: int,
) -> stats.Evaluation:
    """Return one row per probability of copying, number of primitives and depth.

    ``at_half_height``: the depth belongs to the peak.

    Args:
        primitives: numbers P.
        copying: probabilities a.
        depth: the largest L.
        narrow_at: P at which widths of the peak are a metric.
    """
    frames = []
    steps, factors, widths = [], [], []
    for probability in copying:
        peaks, heights = [], []
        for number in primitives:
            ratios = mean_field_ratios(number, depth, probability)
            reached = half_height_depths(ratios)
            if reached[-1]:
                raise ValueError(
                    f"With {number} primitives and copying {probability:g} the ratio has not "
                    f"fallen to half its peak at depth {depth}; raise depth."
                )
            peaks.append(peak_depth(ratios))
            heights.append(float(ratios.max()))
            if number == narrow_at:
                widths.append(int(reached.sum()))
            frames.append(
                pd.DataFrame(
                    {
                        "copying": probability,
                        "primitives": number,
                        "depth": np.arange(1, depth + 1),
                        "ratio": ratios,
                        "at_half_height": reached.astype(np.int64),
                    }
                )
            )
        steps += [after - before for before, after in pairwise(peaks)]
        factors += [before / after for before, after in pairwise(heights)]
    statistics = {
        "least_half_height_width": stats.exact(min(widths), len(widths)),
        "largest_half_height_width": stats.exact(max(widths), len(widths)),
        "least_peak_step": stats.exact(min(steps), len(steps)),
        "least_height_factor": stats.exact(min(factors), len(factors)),
    }
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)
