"""What results are evaluated with: ``from compsparse.statistics import api as stats``."""

from compsparse.statistics.evaluation import Evaluation, MeanOf, evaluates
from compsparse.statistics.intervals import ANY_VALUE, SHARE, Interval, exact, interval_of_mean
from compsparse.statistics.ordering import concordant_pairs, order_agreement
from compsparse.statistics.power_law import least_squares_slope, log_log_slope
from compsparse.statistics.proportions import interval_of_probability
from compsparse.statistics.replicates import Statistic, replicate_statistics, require_balanced
from workflow_engine.artifacts.named_axes import read_dataclass, read_named_axes
from workflow_engine.steps import Inputs, many, single

__all__ = [
    "ANY_VALUE",
    "SHARE",
    "Evaluation",
    "Inputs",
    "Interval",
    "MeanOf",
    "Statistic",
    "concordant_pairs",
    "evaluates",
    "exact",
    "interval_of_mean",
    "interval_of_probability",
    "least_squares_slope",
    "log_log_slope",
    "many",
    "order_agreement",
    "read_dataclass",
    "read_named_axes",
    "replicate_statistics",
    "require_balanced",
    "single",
]
