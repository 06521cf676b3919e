"""Is the document's choice of a parameter among the best (document 004, Appendix B)?

Figures 11, 12 and 14 compare at equal compute; the networks of Figure 16 all cost the same.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration.compared_curves import (
    Label,
    compact,
    compared_curves,
)
from compsparse.studies.factorial.calibration.equal_compute import controlled_regret

_REGRET = (0.0, np.inf)


def evaluate(inputs: stats.Inputs, *, variants: Sequence[Label], chosen: Label) -> stats.Evaluation:
    """Return the curves and the statistic ``regret_of_choice`` of histories, one per space.

    ``variants`` are labels in the order of training, ``chosen`` the document's choice among them.
    """
    table = compared_curves(stats.many(inputs, "histories"), variants)
    regret = partial(controlled_regret, chosen=chosen)
    statistics = stats.replicate_statistics(table, {"regret_of_choice": (regret, _REGRET)})
    return stats.Evaluation(compact(table), statistics)
