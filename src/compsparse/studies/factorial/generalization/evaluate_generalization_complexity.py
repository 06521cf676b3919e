"""Generalization: smaller statistical complexity reaches unseen inputs sooner (Figure 7)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import learning_speed


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate the losses on unseen and on seen inputs."""
    return learning_speed.evaluation(inputs, ("loss", "train_loss"))
