"""What a step ``evaluate`` returns, and the frame that makes the step's outputs of it.

A result's module says its science: a tidy table and named statistics. Its id, the names of random
generators and the form of the metrics are the same for all results and stand here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics.intervals import ANY_VALUE, Interval, interval_of_mean
from compsparse.steps import Inputs, Outputs, Params


@dataclass(frozen=True)
class MeanOf:
    """A statistic with one value per independent replicate, of which the mean is judged.

    Attributes:
        samples: one value per replicate.
        support: limits that the mean cannot leave, such as ``SHARE``.
    """

    samples: Float64[np.ndarray, " n"]
    support: tuple[float, float] = ANY_VALUE


@dataclass(frozen=True)
class Evaluation:
    """A result.

    Attributes:
        table: one row per replicate, at least; what the figure is drawn from.
        statistics: by the metric's name; an ``Interval`` is taken as it is.
    """

    table: pd.DataFrame
    statistics: Mapping[str, Interval | MeanOf]


@dataclass(frozen=True)
class Evaluating:
    """The ``run`` of a step ``evaluate``.

    Attributes:
        evaluate: gives the table and the statistics.
        result: id of the result.
    """

    evaluate: Callable[[Inputs, Params], Evaluation]
    result: str

    def __call__(self, inputs: Inputs, params: Params) -> Outputs:
        """Evaluate; ``params["root_seed"]`` is the root of the bootstraps."""
        evaluation = self.evaluate(inputs, params)
        metrics = {
            name: _interval(f"{self.result}/{name}", statistic, params["root_seed"]).as_metric()
            for name, statistic in evaluation.statistics.items()
        }
        return {"table": evaluation.table, "metrics": {self.result: metrics}}


def evaluates(function: Callable[[Inputs, Params], Evaluation]) -> Evaluating:
    """Make a function the ``run`` of a module ``compsparse.studies.<study>...evaluate_<result>``.

    The module's name gives the result's id.
    """
    return Evaluating(function, result_of(function.__module__))


def result_of(module: str) -> str:
    """Return the id of the result that a module evaluates.

    Raises:
        ValueError: not a module ``compsparse.studies.<study>...evaluate_<result>``.
    """
    parts = module.split(".")
    step, _, name = parts[-1].partition("_")
    if parts[:2] != ["compsparse", "studies"] or step != "evaluate" or not name:
        raise ValueError(
            f"{module} is no module compsparse.studies.<study>.<theme>.evaluate_<result>; "
            "rename it, since its name gives the result's id."
        )
    return f"{parts[2]}_{name}"


def _interval(name: str, statistic: Interval | MeanOf, root_seed: int) -> Interval:
    if isinstance(statistic, Interval):
        return statistic
    return interval_of_mean(
        statistic.samples, root_seed=root_seed, name=name, support=statistic.support
    )
