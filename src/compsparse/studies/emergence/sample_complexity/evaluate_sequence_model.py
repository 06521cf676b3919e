"""The rate of thresholding in the Gaussian sequence model, the known one for weak l_p balls.

Document 003, part I, compares its exponent of the loss in samples with this rate. A sequence
p^-beta lies in the weak l_p ball of p = 1/beta. All risks are exact.
"""

import numpy as np
import pandas as pd

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.intervals import exact
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Params
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.sample_complexity import gaussian_sequence


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Return the risks of the ideal rule and of soft thresholding, and their exponents.

    Params: exponents, values of beta; samples, values of n.
    """
    rows = [
        {
            "exponent": exponent,
            "samples": samples,
            "ideal": gaussian_sequence.keep_or_kill_risk(exponent, samples),
            "soft": gaussian_sequence.soft_threshold_risk(exponent, samples),
            "bound": gaussian_sequence.oracle_inequality(exponent, samples),
        }
        for exponent in map(float, params["exponents"])
        for samples in params["samples"]
    ]
    table = pd.DataFrame(rows)
    statistics = {"largest_share_of_bound": exact(float((table["soft"] / table["bound"]).max()))}
    for exponent, risks in table.groupby("exponent"):
        samples = risks["samples"].to_numpy(dtype=np.float64)
        beta = float(str(exponent))
        ideal = log_log_slope(samples, risks["ideal"].to_numpy())
        # a coordinate that is kept costs 1 + 2 ln n times its noise
        effective = samples / (1 + 2 * np.log(samples))
        soft = log_log_slope(effective, risks["soft"].to_numpy())
        statistics |= {
            named("ideal_exponent_beta", beta): exact(ideal),
            named("soft_exponent_beta", beta): exact(soft),
        }
    return Evaluation(table, statistics)
