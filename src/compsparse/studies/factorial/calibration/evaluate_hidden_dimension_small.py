"""The hidden dimension in small spaces (document 004, Figure 13)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import small_spaces


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[int], chosen: int) -> stats.Evaluation:
    """Compare with the large spaces of Figure 12 (see ``small_spaces.evaluate``)."""
    return small_spaces.evaluate(inputs, variants, variants)
