"""The hidden dimension (document 004, Figure 12)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.intervals import exact
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.calibration import choice
from compsparse.studies.factorial.calibration.output_share import document_output_share


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``), and count its operations."""
    found = choice.evaluate(inputs, params)
    counted = {"document_output_share": exact(document_output_share())}
    return Evaluation(found.table, {**found.statistics, **counted})
