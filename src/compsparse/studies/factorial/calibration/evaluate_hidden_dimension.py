"""The hidden dimension (document 004, Figure 12)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import choice, output_share


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[int], chosen: int) -> stats.Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``), and count its operations."""
    found = choice.evaluate(inputs, variants, chosen)
    counted = {"document_output_share": stats.exact(output_share.document_output_share())}
    return stats.Evaluation(found.table, {**found.statistics, **counted})
