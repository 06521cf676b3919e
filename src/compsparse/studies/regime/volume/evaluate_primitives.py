"""The volume ratio of random wiring against the number of primitives (document 001, Figure 9).

The document's predicted score has no formula in it. What stands here is the third reading, units
that copy or compose, in the limit of wide layers. Its probability of copying is free, so several
are looked at. All of it is computed; nothing is drawn.
"""

from itertools import pairwise

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.volume.half_height import half_height_depths
from compsparse.studies.regime.volume.random_wiring import mean_field_ratios, peak_depth


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per probability of copying, number of primitives and depth.

    Params: primitives, numbers P; copying, probabilities a; depth, the largest; narrow_at, the P at
    which widths of the peak are a metric. ``at_half_height``: the depth belongs to the peak.
    """
    frames = []
    steps, factors, widths = [], [], []
    for copying in params["copying"]:
        peaks, heights = [], []
        for primitives in params["primitives"]:
            ratios = mean_field_ratios(primitives, params["depth"], copying)
            reached = half_height_depths(ratios)
            if reached[-1]:
                raise ValueError(
                    f"With {primitives} primitives and copying {copying:g} the ratio has not "
                    f"fallen to half its peak at depth {params['depth']}; raise depth."
                )
            peaks.append(peak_depth(ratios))
            heights.append(float(ratios.max()))
            if primitives == params["narrow_at"]:
                widths.append(int(reached.sum()))
            frames.append(
                pd.DataFrame(
                    {
                        "copying": copying,
                        "primitives": primitives,
                        "depth": np.arange(1, params["depth"] + 1),
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
