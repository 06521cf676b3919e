"""Generalization: smaller statistical complexity reaches unseen inputs sooner (Figure 7)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.histories import learning_speed


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate the loss on unseen inputs beside the one on seen ones."""
    return learning_speed.evaluation(inputs, losses=("loss", "train_loss"))
