"""Do hidden dimension and layers matter more in small spaces (document 004, Figures 13 and 15)?

With few outputs, the output layer is a smaller part of the compute, the blocks a larger one.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import equal_compute
from compsparse.studies.factorial.calibration.compared_curves import (
    Label,
    compact,
    compared_curves,
)


def spread_contrast(rows: pd.DataFrame) -> float:
    """Return the spread of ln loss at equal compute in the small spaces minus the large ones'."""
    return equal_compute.loss_spread(rows[rows["small"]]) - equal_compute.loss_spread(
        rows[~rows["small"]]
    )


def evaluate(
    inputs: stats.Inputs, variants: Sequence[Label], contrasted: Sequence[Label]
) -> stats.Evaluation:
    """Return the curves of the small spaces and their contrast with the large ones.

    Inputs: ``histories`` of the small spaces, ``large_histories`` of the large ones. ``variants``
    are labels in the order of training, the same in both; statistics are of ``contrasted`` only.
    """
    small = compared_curves(stats.many(inputs, "histories"), variants)
    large = compared_curves(stats.many(inputs, "large_histories"), variants)
    if set(small["run"]) != set(large["run"]):
        raise ValueError("The small spaces and the large ones need the same number of runs.")
    both = pd.concat([small.assign(small=True), large.assign(small=False)], ignore_index=True)
    both = both[both["variant"].isin(contrasted)]
    ranges = [equal_compute.compute_ranges(both[both["small"] == small]) for small in (True, False)]
    spread = stats.replicate_statistics(
        both, {"spread_contrast": (spread_contrast, stats.ANY_VALUE)}
    )
    # the operations of a network are counted, not sampled
    ratio = stats.exact(min(ranges[0]) / max(ranges[1]))
    return stats.Evaluation(compact(small), {**spread, "compute_range_ratio": ratio})
