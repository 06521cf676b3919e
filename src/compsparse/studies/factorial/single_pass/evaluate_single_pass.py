"""Single pass: smaller statistical complexity learns faster (document 004, Figure 3)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.histories import learning_speed


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the population loss of one pass over the data (see ``learning_speed.evaluate``)."""
    return learning_speed.evaluate(inputs, params, result="factorial_single_pass", losses=("loss",))
