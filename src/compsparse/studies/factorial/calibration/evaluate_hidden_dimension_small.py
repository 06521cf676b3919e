"""The hidden dimension in small spaces (document 004, Figure 13)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import small_spaces


def run(inputs: Inputs, params: Params) -> Outputs:
    """Compare with the large spaces of Figure 12 (see ``small_spaces.evaluate``)."""
    return small_spaces.evaluate(
        inputs,
        params,
        result="factorial_hidden_dimension_small",
        contrasted=list(params["variants"]),
    )
