"""The initial learning rate of short runs (document 004, Figure 16)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import choice


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[float], chosen: float) -> stats.Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``): equal compute is equal updates."""
    return choice.evaluate(inputs, variants, chosen)
