"""Single pass: smaller statistical complexity is learned faster (document 004, Figure 3)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import learning_speed


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate the population loss of one pass over the data."""
    # with one or two input factors both parents cover the whole input: equal in distribution
    return learning_speed.evaluation(inputs, ("loss",), learning_speed.identical_law_gap)
