"""The rate of thresholding in the Gaussian sequence model, the known one for weak l_p balls.

Document 003, part I, compares with it: a sequence p^-beta is in the weak l_p ball of p = 1/beta.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.sample_complexity import gaussian_sequence
from compsparse.studies.emergence.tables import table_of


@stats.evaluates
def run(
    inputs: stats.Inputs, *, exponents: Sequence[float], samples: Sequence[int]
) -> stats.Evaluation:
    """Return the risks of the ideal rule and of soft thresholding, and their exponents."""
    risks = {
        "ideal": gaussian_sequence.keep_or_kill_risk,
        "soft": gaussian_sequence.soft_threshold_risk,
        "bound": gaussian_sequence.oracle_inequality,
    }
    columns = {
        name: [[risk(beta, n) for n in samples] for beta in exponents]
        for name, risk in risks.items()
    }
    table = table_of({"exponent": exponents, "samples": samples}, **columns)
    statistics = {
        "largest_share_of_bound": stats.exact(float((table["soft"] / table["bound"]).max()))
    }
    for exponent, rows in table.groupby("exponent"):
        n = rows["samples"].to_numpy(dtype=np.float64)
        beta = float(str(exponent))
        ideal = stats.log_log_slope(n, rows["ideal"].to_numpy())
        # a coordinate that is kept costs 1 + 2 ln n times its noise
        effective = n / (1 + 2 * np.log(n))
        soft = stats.log_log_slope(effective, rows["soft"].to_numpy())
        statistics |= {
            named("ideal_exponent_beta", beta): stats.exact(ideal),
            named("soft_exponent_beta", beta): stats.exact(soft),
        }
    return stats.Evaluation(table, statistics)
