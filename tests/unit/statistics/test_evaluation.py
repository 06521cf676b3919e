"""The frame of evaluations: ids, names of random generators and the form of the metrics."""

import inspect
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.statistics.evaluation import Evaluation, MeanOf, evaluates, result_of
from compsparse.statistics.intervals import SHARE, exact, interval_of_mean

MODULE = "compsparse.studies.toy.theme.evaluate_curve_of_loss"
TABLE = pd.DataFrame({"run": [0, 1]})


def step(**statistics: Any) -> Any:
    def run(inputs: Any) -> Evaluation:
        return Evaluation(TABLE, statistics)

    run.__module__ = MODULE
    return evaluates(run)


def test_the_modules_name_is_the_results_id() -> None:
    assert result_of(MODULE) == "toy_curve_of_loss"
    assert step().result == "toy_curve_of_loss"


@pytest.mark.parametrize(
    "module",
    ["compsparse.studies.toy.theme.render_curve", "compsparse.studies.toy.evaluate", "evaluate_a"],
)
def test_a_module_of_another_name_is_refused(module: str) -> None:
    with pytest.raises(ValueError, match=r"evaluate_<result>; rename it"):
        result_of(module)


def test_values_of_replicates_get_the_interval_that_is_named_after_the_metric() -> None:
    samples = np.linspace(0.1, 0.9, 12)  # enough for a bootstrap, which draws
    outputs = step(share=MeanOf(samples, SHARE), largest=exact(3, 5))({}, root_seed=7)
    assert outputs["table"] is TABLE
    expected = interval_of_mean(samples, root_seed=7, name="toy_curve_of_loss/share", support=SHARE)
    assert outputs["metrics"] == {
        "toy_curve_of_loss": {
            "share": expected.as_metric(),
            "largest": {"value": 3.0, "low": 3.0, "high": 3.0, "n": 5},
        }
    }
    other = step(spread=MeanOf(samples, SHARE))({}, root_seed=7)
    metrics: Any = other["metrics"]
    assert metrics["toy_curve_of_loss"]["spread"]["low"] != expected.low


def test_a_step_that_draws_gets_the_root_seed_and_its_own_parameters() -> None:
    def run(inputs: Any, *, root_seed: int, offset: int = 0) -> Evaluation:
        return Evaluation(TABLE, {"seed": exact(root_seed + offset, 1)})

    run.__module__ = MODULE
    outputs: Any = evaluates(run)({}, root_seed=7, offset=2)
    assert outputs["metrics"]["toy_curve_of_loss"]["seed"]["value"] == 9.0
    assert list(inspect.signature(evaluates(run)).parameters) == ["inputs", "root_seed", "offset"]
    assert list(inspect.signature(step()).parameters) == ["inputs", "root_seed"]
