"""The number of layers in small spaces (document 004, Figure 15)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import small_spaces


def run(inputs: Inputs, params: Params) -> Outputs:
    """Compare with the large spaces of Figure 14 (see ``small_spaces.evaluate``).

    Networks without layers are left out of the metrics: what they lack is not compute but a
    function of several factors at once.
    """
    return small_spaces.evaluate(
        inputs,
        params,
        result="factorial_layers_small",
        contrasted=[layers for layers in params["variants"] if layers > 0],
    )
