"""Single pass: smaller statistical complexity learns faster (document 004, Figure 3)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.histories import learning_speed


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate the population loss of one pass over the data."""
    return learning_speed.evaluation(inputs, losses=("loss",))
