"""The embedding dimension (document 004, Figure 11)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import choice


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[int], chosen: int) -> stats.Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``)."""
    return choice.evaluate(inputs, variants, chosen)
