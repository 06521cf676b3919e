"""The number of layers in small spaces (document 004, Figure 15)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import small_spaces


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[int], chosen: int) -> stats.Evaluation:
    """Compare with the large spaces of Figure 14 (see ``small_spaces.evaluate``)."""
    # without layers a network cannot express functions of several factors, whatever its compute
    contrasted = [layers for layers in variants if layers > 0]
    return small_spaces.evaluate(inputs, variants, contrasted)
