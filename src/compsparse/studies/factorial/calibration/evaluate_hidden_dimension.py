"""The hidden dimension (document 004, Figure 12)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import choice, output_share


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``), and count its operations."""
    found = choice.evaluate(inputs, params)
    counted = {"document_output_share": stats.exact(output_share.document_output_share())}
    return stats.Evaluation(found.table, {**found.statistics, **counted})
