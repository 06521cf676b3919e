"""Compression, grid A: the number of parents and the embedding dimension vary (Figures 4, 19)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.compression import compression_grid


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate final losses; grid A alone has cells that share (AC) but not (SC)."""
    return compression_grid.evaluate(
        inputs,
        order_agreement_below_ac=(compression_grid.order_agreement_below_ac, stats.SHARE),
        equal_ac_gap=(compression_grid.equal_ac_gap, stats.ANY_VALUE),
    )
