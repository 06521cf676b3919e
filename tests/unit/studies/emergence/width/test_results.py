"""Metrics of the results on width, from histories with a known answer."""

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.width import (
    evaluate_compute_optimal,
    evaluate_learned_directions,
    evaluate_width_curves,
    evaluate_width_joint_fit,
    evaluate_width_plateau,
)
from tests.unit.studies.emergence.width.conftest import (
    PARAMS,
    WIDTHS,
    Arrays,
    Make,
    WriteSweep,
    law,
    staircase,
)
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError

RESULTS = [
    evaluate_compute_optimal,
    evaluate_learned_directions,
    evaluate_width_curves,
    evaluate_width_joint_fit,
    evaluate_width_plateau,
]


def evaluated(module: Any, inputs: dict[str, Any], **changes: Any) -> tuple[pd.DataFrame, Any]:
    needed = inspect.signature(module.run).parameters
    params = {name: value for name, value in (PARAMS | changes).items() if name in needed}
    made = module.run(inputs, **params)
    (result,) = made["metrics"].values()
    return made["table"], {name: metric["value"] for name, metric in result.items()}


def test_ideal_students_reach_the_barrier_and_none_is_below(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_width_plateau, write_sweep(staircase))
    assert metrics["least_over_best"] == pytest.approx(1)
    assert metrics["excess_factor"] == pytest.approx(1)
    assert metrics["slope_beyond_prediction"] == pytest.approx(0, abs=1e-9)
    # the assignment leaves what the students leave
    assert metrics["predicted_slope_beta_1"] == pytest.approx(metrics["slope_beta_1"])
    assert metrics["predicted_excess_factor"] == pytest.approx(1)
    # of finite widths: sums, not integrals
    assert metrics["slope_beta_1"] == pytest.approx(-0.93, abs=0.01)
    np.testing.assert_allclose(table["loss"], table["predicted"])
    assert len(table) == 2 * len(WIDTHS) * 3


def test_a_planted_exponent_of_the_final_loss_is_found(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_width_plateau, write_sweep(law))
    assert metrics["slope_beta_0_75"] == pytest.approx(-0.5)
    assert metrics["slope_beta_1"] == pytest.approx(-1)
    expected = metrics["slope_beta_0_75"] + metrics["slope_beta_1"]
    run_rows = table[table["run"] == 0]
    for _, rows in run_rows.groupby("exponent"):
        expected -= np.polyfit(np.log(rows["neurons"]), np.log(rows["predicted"]), 1)[0]
    assert metrics["slope_beyond_prediction"] == pytest.approx(expected / 2)


def test_a_loss_below_the_barrier_is_seen(write_sweep: WriteSweep) -> None:
    def below(exponent: float, neurons: int, runs: int) -> Arrays:
        arrays = staircase(exponent, neurons, runs)
        if neurons == 8:
            arrays["loss"][1, 50] = 0.9 * arrays["loss"][1, -1]
        return arrays

    assert evaluated(evaluate_width_plateau, write_sweep(below))[1][
        "least_over_best"
    ] == pytest.approx(0.9)


def test_ideal_students_learn_the_first_directions(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_learned_directions, write_sweep(staircase))
    assert metrics == {name: pytest.approx(1) for name in evaluate_learned_directions.SHARES}
    assert (table["rank"] <= table["neurons"]).all()
    assert len(table) == 2 * sum(WIDTHS) * 3


def test_every_share_counts_what_it_says(write_sweep: WriteSweep) -> None:
    def beside(exponent: float, neurons: int, runs: int) -> Arrays:
        # half of the neurons learn the ranks m/2 + 1 ... m, the other half nothing
        arrays = staircase(exponent, neurons, runs)
        arrays["share"][:] = 0.0
        arrays["share"][:, neurons // 2 : neurons] = 1.0
        return arrays

    metrics = evaluated(evaluate_learned_directions, write_sweep(beside))[1]
    assert metrics == {
        "distinct_share": pytest.approx(0.5),
        "top_overlap": pytest.approx(0.5),
        "predicted_share": pytest.approx(0.5),
        "top_quarter_share": 0,
    }


def test_a_quarter_needs_enough_neurons(write_sweep: WriteSweep) -> None:
    inputs = write_sweep(staircase)
    narrow = {**inputs, "histories": [inputs["histories"][i] for i in (0, 1, 5, 6)]}
    with pytest.raises(ValueError, match="widest student has 4 neurons"):
        evaluated(evaluate_learned_directions, narrow, widths=[2, 4])


def test_curves_of_the_law_collapse(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_width_curves, write_sweep(law))
    # what is left: at their flat starts, all have the loss 1
    assert metrics["remaining_spread_beta_0_75"] < 0.05
    assert metrics["remaining_spread_beta_1"] < 0.05
    assert set(table["exponent"]) == {1.0}  # the middle one is shown
    assert len(table) == len(WIDTHS) * 3 * 100


def test_curves_of_another_law_do_not(write_sweep: WriteSweep) -> None:
    def other(exponent: float, neurons: int, runs: int) -> Arrays:
        arrays = law(exponent, neurons, runs)
        flat = np.maximum(arrays["loss"], neurons**-0.1)
        return arrays | {"loss": flat}

    metrics = evaluated(evaluate_width_curves, write_sweep(other))[1]
    assert min(metrics.values()) > 1


def test_the_best_width_and_its_loss_grow_as_derived(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_compute_optimal, write_sweep(law))
    # the best of three inner widths is a stair of three steps: its slope is 1 - 1/9 of the ideal
    assert metrics["loss_exponent_beta_1"] == pytest.approx(-0.5, rel=0.1)
    assert metrics["width_exponent_beta_1"] == pytest.approx(0.5, rel=0.15)
    assert metrics["loss_exponent_beta_0_75"] == pytest.approx(-0.5 / 1.75, rel=0.1)
    assert metrics["width_exponent_beta_0_75"] == pytest.approx(1 / 1.75, rel=0.15)
    # the compute of each width is its own: m times time
    widest = table[(table["neurons"] == 32) & (table["run"] == 0) & (table["exponent"] == 1)]
    falling = widest.loc[widest["loss"] < 0.99, "compute"].min()
    assert falling == pytest.approx(32, rel=0.2)


def test_one_fit_finds_both_exponents(write_sweep: WriteSweep) -> None:
    table, metrics = evaluated(evaluate_width_joint_fit, write_sweep(law))
    for exponent, name in ((0.75, "0_75"), (1.0, "1")):
        time, width = (2 * exponent - 1) / exponent, 2 * exponent - 1
        assert metrics[f"time_exponent_beta_{name}"] == pytest.approx(time, abs=0.03)
        assert metrics[f"width_exponent_beta_{name}"] == pytest.approx(width, abs=0.03)
    # the data are the larger of two powers
    assert metrics["gain_of_sum"] < 0
    assert set(table["form"]) == {"larger", "sum"}


@pytest.mark.parametrize("module", RESULTS)
def test_histories_that_cannot_be_compared_are_refused(
    module: Any, write_sweep: WriteSweep
) -> None:
    inputs = write_sweep(staircase)
    with pytest.raises(ValueError, match="argument 2 is"):
        evaluated(module, {**inputs, "histories": inputs["histories"][1:]})


def spoiled(name: str, value: float) -> Make:
    def make(exponent: float, neurons: int, runs: int) -> Arrays:
        arrays = staircase(exponent, neurons, runs)
        arrays[name][..., -1] = value
        return arrays

    return make


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (spoiled("loss", np.nan), "'loss' holds values that are not finite"),
        (spoiled("loss", 0.0), "A loss is 0; it must be above 0"),
        (spoiled("share", np.inf), "'share' holds values that are not finite"),
    ],
)
def test_broken_histories_are_refused(write_sweep: WriteSweep, make: Make, message: str) -> None:
    with pytest.raises(ArtifactError, match=message):
        evaluated(evaluate_width_curves, write_sweep(make))


def test_a_history_without_an_array_is_refused(write_sweep: WriteSweep) -> None:
    inputs = write_sweep(staircase)
    path: Path = inputs["histories"][3]
    arrays = staircase(0.75, 16, 3)
    del arrays["recovered"]
    path.write_bytes(encode(path, arrays))
    with pytest.raises(ArtifactError, match="'recovered' is missing"):
        evaluated(evaluate_compute_optimal, inputs)


@pytest.mark.parametrize(
    "module", [evaluate_learned_directions, evaluate_width_curves, evaluate_width_joint_fit]
)
def test_students_that_learn_nothing_are_named(module: Any, write_sweep: WriteSweep) -> None:
    def nothing(exponent: float, neurons: int, runs: int) -> Arrays:
        arrays = staircase(exponent, neurons, runs)
        if neurons == 8:
            arrays["share"][2] = 0.0
        return arrays

    with pytest.raises(ValueError, match="Run 2 of 8 neurons learned no direction"):
        evaluated(module, write_sweep(nothing))
