"""What a step ``evaluate`` returns, and the frame that makes the step's outputs of it.

A result's module says its science: a tidy table and named statistics. Its id, the names of random
generators and the form of the metrics are the same for all results and stand here.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics.intervals import ANY_VALUE, Interval, interval_of_mean
from workflow_engine.steps import Inputs, Outputs


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


class Evaluating:
    """The ``run`` of a step ``evaluate``: its parameters are those of the function, and root_seed.

    Attributes:
        evaluate: gives the table and the statistics; its parameters are named in its signature.
        result: id of the result.
    """

    def __init__(self, evaluate: Callable[..., Evaluation], result: str) -> None:
        """Take the function's signature."""
        self.evaluate = evaluate
        self.result = result
        declared = inspect.signature(evaluate, eval_str=True)
        parameters = {p.name: p for p in declared.parameters.values()}
        self._takes_seed = "root_seed" in parameters
        seed = inspect.Parameter("root_seed", inspect.Parameter.KEYWORD_ONLY, annotation=int)
        self.__signature__ = declared.replace(
            parameters=[*(parameters | {"root_seed": seed}).values()], return_annotation=Outputs
        )

    def __call__(self, inputs: Inputs, /, *, root_seed: int, **named: Any) -> Outputs:
        """Evaluate; ``root_seed`` is the root of all bootstraps."""
        if self._takes_seed:
            named["root_seed"] = root_seed
        evaluation = self.evaluate(inputs, **named)
        metrics = {
            name: _interval(f"{self.result}/{name}", statistic, root_seed).as_metric()
            for name, statistic in evaluation.statistics.items()
        }
        return {"table": evaluation.table, "metrics": {self.result: metrics}}


def evaluates(function: Callable[..., Evaluation]) -> Evaluating:
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
