"""Generalization: smaller statistical complexity reaches unseen inputs sooner (Figure 7)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import learning_speed


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Evaluate the loss on unseen inputs beside the one on seen ones."""
    return learning_speed.evaluation(inputs, losses=("loss", "train_loss"))
