"""The hidden dimension (document 004, Figure 12)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import choice
from compsparse.studies.factorial.calibration.output_share import document_output_share


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the document's choice, and count the operations of its network.

    See ``choice.evaluate`` and ``output_share``.
    """
    return choice.evaluate(
        inputs,
        params,
        result="factorial_hidden_dimension",
        counted={"document_output_share": document_output_share()},
    )
