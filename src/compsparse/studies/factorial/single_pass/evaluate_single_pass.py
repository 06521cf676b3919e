"""Single pass: smaller statistical complexity learns faster (document 004, Figure 3)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import learning_speed


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Evaluate the population loss of one pass over the data."""
    return learning_speed.evaluation(
        inputs,
        losses=("loss",),
        # of two input factors and of one, the task is the same in law: both read the whole input
        identical_law_gap=(learning_speed.identical_law_gap, stats.ANY_VALUE),
    )
