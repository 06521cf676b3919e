"""Regret of the document's choice, on planted curves (Figures 11, 12, 14 and 16)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.calibration import (
    evaluate_embedding_dimension,
    evaluate_hidden_dimension,
    evaluate_layers,
    evaluate_learning_rate,
)
from tests.unit.studies.factorial.conftest import STEPS
from tests.unit.studies.factorial.plan_values import run_step

Write = Callable[..., list[Path]]

RESULTS = {
    "factorial_embedding_dimension": evaluate_embedding_dimension,
    "factorial_hidden_dimension": evaluate_hidden_dimension,
    "factorial_layers": evaluate_layers,
    "factorial_learning_rate": evaluate_learning_rate,
}
PARAMS = {"root_seed": 0, "variants": [1, 2, 4], "chosen": 2}


def evaluate(paths: list[Path], **changes: object) -> tuple[Any, dict[str, float]]:
    outputs: Any = evaluate_layers.run({"histories": paths}, **PARAMS | changes)
    return outputs["table"], outputs["metrics"]["factorial_layers"]["regret_of_choice"]


def trained(curves: dict[int, float]) -> dict[int, np.ndarray]:
    """Return curves that are constant after the first update, and far above before."""
    return {label: np.where(STEPS == 0, 99.0, loss) for label, loss in curves.items()}


def power_law(compute: float) -> np.ndarray:
    """Return a loss that is the inverse of the compute in millions."""
    return 1 / np.maximum(compute * STEPS, 0.5)


@pytest.mark.parametrize("result", RESULTS)
def test_each_result_has_its_metrics(result: str, write_spaces: Write) -> None:
    paths = write_spaces(trained({1: 1.0, 2: 0.5, 4: 2.0}))
    outputs: Any = run_step(RESULTS[result], {"histories": paths}, PARAMS)
    metrics = outputs["metrics"]
    assert list(metrics) == [result]
    assert metrics[result]["regret_of_choice"].items() >= {"value": 0, "low": 0, "high": 0}.items()
    counted = {"document_output_share"} if result == "factorial_hidden_dimension" else set()
    assert set(metrics[result]) == {"regret_of_choice"} | counted


def test_regret_is_the_distance_to_the_best_in_the_worse_space(write_spaces: Write) -> None:
    paths = write_spaces(trained({1: 1.0, 2: 0.3, 4: 0.2}), trained({1: 1.0, 2: 0.8, 4: 1.2}))
    _, regret = evaluate(paths)
    assert regret["value"] == pytest.approx(np.log(0.3 / 0.2))
    assert regret["n"] == 3
    assert evaluate(paths[::-1])[1] == regret


def test_a_costlier_network_is_read_at_the_compute_of_the_choice(write_spaces: Write) -> None:
    # all curves are one function of the compute: nobody wins at equal compute,
    # although the costliest ends four times as low
    compute = {1: 0.5, 2: 1.0, 4: 4.0}
    paths = write_spaces({v: power_law(c) for v, c in compute.items()}, compute=compute)
    assert evaluate(paths)[1]["value"] == pytest.approx(0, abs=0.03)


def test_a_cheaper_network_counts_with_its_last_loss(write_spaces: Write) -> None:
    paths = write_spaces(trained({1: 0.1, 2: 0.2, 4: 0.4}), compute={1: 0.5})
    assert evaluate(paths)[1]["value"] == pytest.approx(np.log(2))


def test_losses_below_rounding_count_as_rounding(write_spaces: Write) -> None:
    paths = write_spaces(trained({1: -1e-18, 2: 1e-16, 4: 1.0}))
    assert evaluate(paths)[1]["value"] == pytest.approx(0, abs=0.03)


def test_where_the_loss_does_not_halve_no_choice_is_good(write_spaces: Write) -> None:
    curves = {label: np.where(STEPS == 0, 3.0, 2.0) for label in (1, 2, 4)}
    assert evaluate(write_spaces(curves))[1]["value"] == pytest.approx(np.log(4) - np.log(1.5))
    halved = {label: np.where(STEPS == 0, 4.0, 2.0) for label in (1, 2, 4)}
    assert evaluate(write_spaces(halved, curves))[1]["value"] > np.log(2)
    assert evaluate(write_spaces(halved))[1]["value"] == pytest.approx(np.log(2))


def test_table_holds_every_curve_with_its_label(write_spaces: Write) -> None:
    paths = write_spaces({1: 1.0, 2: 0.5, 4: 2.0})
    table, _ = evaluate(paths[::-1])
    assert list(table) == ["space", "variant", "run", "step", "flops", "loss"]
    assert list(table["space"].unique()) == ["2^3 -> 2^2", "8 -> 4"]
    assert len(table) == 2 * 3 * 3 * len(STEPS)
    first = table[table["run"] == 0].groupby("variant")["loss"].max()
    assert first.to_dict() == {1: 1.0, 2: 0.5, 4: 2.0}
    assert table["loss"].dtype == np.float32


def test_one_space_twice(write_spaces: Write) -> None:
    paths = write_spaces({1: 1.0, 2: 0.5, 4: 2.0})
    other = write_spaces({1: 1.0, 2: 0.5, 4: 2.0})
    with pytest.raises(ValueError, match="exactly once"):
        evaluate([paths[0], other[0]])
