"""The results on next tokens: trained on tiny tasks, and from counts that were made up."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.next_token import (
    evaluate_composed_error,
    evaluate_constituents,
    evaluate_end_to_end,
    evaluate_failure_probability,
    evaluate_samples_to_learn,
    generate_pattern_coverage,
    generate_token_examples,
    train_end_to_end,
    train_next_token_curve,
)
from compsparse.studies.circuits.next_token.curve import Curve
from compsparse.studies.circuits.next_token.evaluate_composed_error import worst_errors
from compsparse.studies.circuits.next_token.evaluate_failure_probability import (
    most_ratio,
    samples_for,
)
from compsparse.studies.circuits.next_token.evaluate_samples_to_learn import common_slope
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import budget, circuit_of
from compsparse.studies.circuits.next_token.train_end_to_end import NetworkSearch
from tests.unit.studies.step_files import arrays, stored
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import read_dataclass

COUNTS = [8, 16, 32, 64]


def read_curve(path: Path) -> Curve:
    return read_dataclass(path, Curve)


def drawn(folder: Path, task: str, bits: int, **changes: Any) -> Path:
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test", task],
        "task": task,
        "bits": bits,
        "runs": 3,
        "training": 96,
        "held_out": None,  # all inputs, few as they are
    }
    data = arrays(generate_token_examples.run({}, **params | changes))
    return stored(folder / f"{task}_{bits}.npz", data)


def trained(examples: Path, **changes: Any) -> Path:
    params = {
        "sample_counts": COUNTS,
        "steps": 60,
        "rate": 0.3,
        "decay": 1e-4,
        "target": 0.99,
        "keep_weights": True,
    }
    model = arrays(train_next_token_curve.run({"data": examples}, **params | changes))
    return stored(examples.with_suffix(".model.npz"), model)


def counts(right: list[list[int]], held_out: int = 100, **changes: np.ndarray) -> dict[str, Any]:
    """Return a curve of one gate that is wrong where outputs are."""
    outputs = np.array(right, dtype=np.int32)
    curve = {
        "sample_counts": np.array(COUNTS[: len(right)]),
        "inputs": np.array(2),
        "held_out": np.array(held_out),
        "gate_mistakes": np.where(outputs < 0, -1, held_out - outputs)[:, :, None].astype(np.int32),
        "without_mistake": outputs,
        "chain_right": outputs,
        "outputs_right": outputs,
    }
    return curve | changes


def test_runs_stop_when_they_have_learned(tmp_path: Path) -> None:
    path = trained(drawn(tmp_path, "parity", 4))
    curve = read_curve(path)
    found = curve.samples_to_learn(0.99)
    assert np.isfinite(found).all()
    for run, needed in enumerate(found):
        np.testing.assert_array_equal(curve.trained[:, run], curve.sample_counts <= needed)
    everything = read_curve(trained(drawn(tmp_path, "parity", 4), target=None))
    assert everything.trained.all()
    with pytest.raises(ValueError, match="ends at 64, but each run has only 20"):
        trained(drawn(tmp_path, "parity", 4, training=20))


def test_a_run_that_is_just_good_enough_stops(tmp_path: Path) -> None:
    curve = read_curve(trained(drawn(tmp_path, "parity", 3), target=1.0))
    found = curve.samples_to_learn(1.0)
    assert np.isfinite(found).all()
    assert (found < COUNTS[-1]).any()
    np.testing.assert_array_equal(curve.trained, curve.sample_counts[:, None] <= found)


def test_only_the_first_examples_are_learned_from(tmp_path: Path) -> None:
    many = read_curve(trained(drawn(tmp_path, "multiplication", 2), target=None))
    few = read_curve(
        trained(drawn(tmp_path, "multiplication", 2, training=8), target=None, sample_counts=[8])
    )
    np.testing.assert_array_equal(few.gate_mistakes[0], many.gate_mistakes[0])
    assert (many.gate_mistakes[0] != many.gate_mistakes[-1]).any()


def test_more_runs_change_no_earlier_one(tmp_path: Path) -> None:
    three = read_curve(trained(drawn(tmp_path, "addition", 2)))
    four = read_curve(trained(drawn(tmp_path, "addition", 2, runs=4)))
    np.testing.assert_array_equal(four.outputs_right[:, :3], three.outputs_right)


def test_the_exponent_is_fitted_within_tasks(tmp_path: Path) -> None:
    cells = [("parity", 14), ("parity", 15), ("parity", 16), ("addition", 7)]
    changes = {"training": 256, "held_out": 64}
    curves = [
        trained(drawn(tmp_path, *cell, **changes), sample_counts=[32, 64, 128, 256])
        for cell in cells
    ]
    params = {"root_seed": 0, "target": 0.99, "cells": cells}
    outputs: Any = evaluate_samples_to_learn.run({"curves": curves}, **params)
    metrics = outputs["metrics"]["circuits_samples_to_learn"]
    assert set(metrics) == {
        *(
            f"{kind}_{name}"
            for kind in ("exponent", "tokens_exponent")
            for name in ("parity", "all")
        ),
        "learned_share",
    }
    assert metrics["learned_share"]["value"] == 1
    # one size of another task says nothing on growth
    assert metrics["exponent_all"]["value"] == pytest.approx(metrics["exponent_parity"]["value"])
    assert len(outputs["table"]) == 4 * 3
    # n + s = 3 n - 2 for s = 2 (n - 1)
    n = np.array([14, 15, 16])
    slope = np.polyfit(np.log(2 * (n - 1)), np.log(3 * n - 2), 1)[0]
    assert metrics["tokens_exponent_parity"]["value"] == pytest.approx(slope)


def test_levels_of_tasks_do_not_enter_the_common_slope() -> None:
    gates = np.array([2.0, 4, 8, 16, 32])
    rows = pd.concat(
        [
            pd.DataFrame({"task": task, "gates": gates * shift, "samples": level * gates**1.5})
            for task, shift, level in (("a", 1, 1), ("b", 100, 0.01))
        ],
        ignore_index=True,
    )
    assert common_slope(rows) == pytest.approx(1.5)


def cells_of(gates: list[int], right: list[list[int]], inputs: int, folder: Path) -> list[Path]:
    """Store curves of programs with so many gates, that are otherwise the same."""
    paths = []
    for number in gates:
        curve = counts(right, inputs=np.array(inputs))
        curve["gate_mistakes"] = np.repeat(curve["gate_mistakes"], number, axis=2)
        paths.append(stored(folder / f"{number}_{inputs}.npz", curve))
    return paths


def learned(paths: list[Path]) -> tuple[pd.DataFrame, dict[str, Any]]:
    params = {"root_seed": 0, "target": 0.99, "cells": [("parity", 2)] * len(paths)}
    outputs: Any = evaluate_samples_to_learn.run({"curves": paths}, **params)
    return outputs["table"], outputs["metrics"]["circuits_samples_to_learn"]


def test_a_run_that_does_not_learn_takes_all_inputs(tmp_path: Path) -> None:
    never = [[50, 99], [60, 100], [98, 100]]
    sized = [(1, 12), (2, 16), (4, 20)]
    paths = [path for gates, n in sized for path in cells_of([gates], never, n, tmp_path)]
    table, metrics = learned(paths)
    assert metrics["learned_share"]["value"] == 0.5
    assert metrics["exponent_parity"]["samples"] == pytest.approx([4.0, 0.0])  # 2^n grows as s^4
    assert table["samples"].tolist() == [32, 8] * 3
    assert table["learned"].tolist() == [0, 1] * 3


def test_tasks_that_examples_cover_are_in_no_exponent(tmp_path: Path) -> None:
    right = [[50, 60], [100, 100]]  # learned from 16 examples: 16 times 16 inputs have 8 bits
    table, metrics = learned(cells_of([1, 2, 4], right, 7, tmp_path))
    assert set(metrics) == {"learned_share"}
    assert not table["wide"].any()
    table, metrics = learned(cells_of([1, 2, 4], right, 8, tmp_path))
    assert table["wide"].all()
    assert "exponent_parity" in metrics
    alone = cells_of([1], right, 20, tmp_path)  # one size has no slope
    assert set(learned(alone)[1]) == {"learned_share"}


def test_what_is_held_out_was_not_learned_from(tmp_path: Path) -> None:
    examples = read_examples(drawn(tmp_path, "parity", 6, training=24, held_out=200))
    for known, asked in zip(examples.training, examples.held_out, strict=True):
        assert not set(map(bytes, known)) & set(map(bytes, asked))
    assert examples.held_out.shape == (3, 200, 6)
    with pytest.raises(ValueError, match="of the 16 inputs of 4 bits are learned from"):
        drawn(tmp_path, "parity", 4, held_out=10)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"held_out": np.array(7)}, "counts more than 7 inputs"),
        ({"sample_counts": np.array([8, 8])}, "are not increasing numbers"),
        ({"inputs": np.array(2.0)}, "inputs is .* needed is int64"),
        ({"chain_right": np.zeros((1, 2), dtype=np.int32)}, "chain_right has 1 entries along size"),
        ({"gate_mistakes": np.zeros((2, 2, 0), dtype=np.int32)}, "gate_mistakes is .* not empty"),
    ],
)
def test_what_is_no_curve_is_refused(
    changes: dict[str, np.ndarray], message: str, tmp_path: Path
) -> None:
    path = stored(tmp_path / "curve.npz", counts([[50, 60], [90, 99]]) | changes)
    with pytest.raises(ArtifactError, match=message):
        read_curve(path)


def test_failures_are_read_between_two_numbers(tmp_path: Path) -> None:
    curve = read_curve(stored(tmp_path / "curve.npz", counts([[0], [0], [0], [100]])))
    shares = np.array([[1.0, 1.0], [0.75, 0.1], [0.25, 0.6], [0.0, 0.0]])
    half = samples_for(curve, shares, 0.5)
    # halfway in log N; and after the last time that the share is above
    np.testing.assert_allclose(half, [16 * np.sqrt(2), 32 * 2 ** (1 / 6)])
    assert np.isnan(samples_for(curve, shares, 0.9)).tolist() == [False, False]
    assert np.isnan(samples_for(curve, shares[1:][[0, 0, 1, 2]], 0.9)).all()  # passed before


def test_a_ratio_counts_what_the_grid_does_not_show_as_the_most_that_it_may_be(
    tmp_path: Path,
) -> None:
    curve = read_curve(stored(tmp_path / "curve.npz", counts([[0]] * 4, inputs=np.array(9))))
    # never reached; common alone; both before the grid
    shares = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.25, 0.0], [1.0, 0.25, 0.0]])
    ratios = most_ratio(curve, shares, 0.1, 0.5)
    assert ratios.tolist() == pytest.approx([512, 512 / samples_for(curve, shares, 0.5)[1], 8])


def test_a_task_that_is_not_learned_has_the_largest_ratio(tmp_path: Path) -> None:
    path = stored(tmp_path / "curve.npz", counts([[0] * 4, [50] * 4]))
    params = {"root_seed": 0, "cells": [("parity", 8)], "groups": 2, "odds": [8]}
    outputs: Any = evaluate_failure_probability.run({"curves": [path]}, **params)
    metrics = outputs["metrics"]["circuits_failure_probability"]
    assert {name: value["low"] for name, value in metrics.items()} == {
        **{"failure_ratio_8_parity": 4.0, "error_ratio_8_parity": 4.0}
    }
    assert len(outputs["table"]) == 2 * 2 * 2


def test_failures_that_fall_exponentially_have_the_ratio_of_logarithms(tmp_path: Path) -> None:
    # N = 8 i learns a run with probability 1 - 2^-i: the N for delta is 8 log2(1/delta)
    runs, sizes = 128, np.arange(1, 8)
    known = np.arange(runs)[None, :] % 64 >= 64 / 2.0 ** sizes[:, None]
    known[0] &= np.arange(runs) % 64 > 32  # a little above one half
    right = np.where(known, 100, 0).astype(np.int32)
    curve = counts([[0]]) | {"sample_counts": 8 * sizes}
    for name in ("without_mistake", "chain_right", "outputs_right"):
        curve[name] = right
    curve["gate_mistakes"] = (100 - right)[:, :, None]
    path = stored(tmp_path / "curve.npz", curve)
    params = {"root_seed": 0, "cells": [("parity", 8)], "groups": 2, "odds": [8, 32]}
    outputs: Any = evaluate_failure_probability.run({"curves": [path]}, **params)
    metrics = outputs["metrics"]["circuits_failure_probability"]
    assert metrics["failure_ratio_8_parity"]["value"] == pytest.approx(3, rel=0.05)
    assert metrics["failure_ratio_32_parity"]["value"] == pytest.approx(5, rel=0.05)
    assert metrics["error_ratio_32_parity"]["value"] == pytest.approx(2.5, rel=0.05)
    with pytest.raises(ValueError, match="128 runs are no 3 groups"):
        evaluate_failure_probability.run({"curves": [path]}, **params | {"groups": 3})


def test_the_union_bound_and_the_chain_are_exact(tmp_path: Path) -> None:
    examples = [drawn(tmp_path, "multiplication", bits, training=64) for bits in (3, 4)]
    curves = [trained(path, target=None) for path in examples]
    params = {
        "root_seed": 0,
        "cells": [("multiplication", 3), ("multiplication", 4)],
        "product_bits": [3, 4],
        "counted_bits": [2, 3, 4],
    }
    inputs = {"curves": curves, "examples": examples, "products": curves}
    outputs: Any = evaluate_composed_error.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]["circuits_composed_error"]
    assert metrics["union_bound_violations"] == {"value": 0, "low": 0, "high": 0, "n": 24}
    assert metrics["chain_difference"]["value"] == 0
    assert 0.5 <= metrics["within_accuracy"]["value"] <= 1
    weights = []
    for bits in (2, 3, 4):
        program = program_of(circuit_of("multiplication", bits))
        weights.append((1 + program.wires) * program.size)
    slope = np.polyfit(np.log([4, 7, 10]), np.log(weights), 1)[0]
    assert metrics["weights_exponent"]["value"] == pytest.approx(slope)
    assert (table["gate_errors"] > 0).any()
    # a mistake that was not counted is found
    curve = {**np.load(curves[1])}
    curve["gate_mistakes"][:] = 0
    broken = [curves[0], stored(tmp_path / "broken.npz", curve)]
    outputs = evaluate_composed_error.run(inputs | {"curves": broken}, **params)
    metrics = outputs["metrics"]["circuits_composed_error"]
    assert metrics["union_bound_violations"]["value"] > 0
    with pytest.raises(ArtifactError, match=r"weights has \d+ entries along \d+; needed"):
        evaluate_composed_error.run(inputs | {"products": curves[::-1]}, **params)


def test_right_products_are_within_the_accuracy_everywhere() -> None:
    for bits in (3, 5):
        pairs = all_inputs(2 * bits)
        first, second = (
            numbers_of(half) / 2.0**bits for half in (pairs[:, :bits], pairs[:, bits:])
        )
        worst = worst_errors(pairs, first * second)
        assert worst.max() <= 0.5 * 2.0 ** (2 - bits)
        cut = np.random.default_rng(0).random((2, len(pairs))) / 2.0**bits
        error = np.abs((first + cut[0]) * (second + cut[1]) - first * second)
        assert (error <= worst + 1e-15).all()
        assert (worst_errors(pairs, first * second + 0.5) >= 0.5 - worst).all()


END_TO_END: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "test"],
    "samples": 150,
    "times": [1, 2],
    "selection": 100,
    "rates": [0.1, 0.3],
    "steps": 60,
    "decay": 1e-4,
    "network": NetworkSearch(widths=[4, 8], rates=[0.01, 0.03], batch=50, chosen_at=1),
    "carryless": True,
}


def controls(folder: Path, task: str, bits: int, **changes: Any) -> tuple[Path, Any]:
    examples = drawn(folder, task, bits, runs=4, training=400, held_out=500)
    return examples, train_end_to_end.run({"data": examples}, **END_TO_END | changes)["model"]


def seen(examples: Path, model: Any, task: str, bits: int) -> Any:
    path = stored(examples.with_suffix(".model.npz"), model)
    return evaluate_end_to_end.run(
        {"examples": [examples], "models": [path]},
        root_seed=0,
        tasks=[evaluate_end_to_end.Task(task, bits, samples=150, times=[1, 2])],
        steps=60,
    )


def test_tokens_help_where_controls_stay_at_chance(tmp_path: Path) -> None:
    examples, model = controls(tmp_path, "parity", 14)
    outputs = seen(examples, model, "parity", 14)
    metrics, rows = outputs["metrics"]["circuits_end_to_end"], outputs["table"]
    assert set(metrics) == {
        *("tokens_parity", "carryless_parity", "linear_parity_2"),
        "network_parity_2",
    }
    assert metrics["tokens_parity"]["value"] == pytest.approx(1, abs=0.02)
    for control in ("carryless_parity", "linear_parity_2", "network_parity_2"):
        assert metrics[control]["value"] == pytest.approx(0.5, abs=0.1)
        assert metrics[control]["n"] == 3  # the last of four runs served to choose by
    spent = rows[rows["model"] == "network"].groupby("times")[["samples", "passes"]].first()
    assert spent.to_numpy().tolist() == [[150, 60], [300, 60]]
    assert (rows["tested"] == 500).all()
    assert set(rows.loc[rows["model"] == "network", "units"]) <= {4, 8}
    for name, array, message in (
        ("tokens", model["tokens"][:, 1:], "tokens has 40 entries along 41"),
        ("linear_2", model["linear_2"][:2], "linear_2 has 2 entries along 3"),
        ("network_units", np.array(5), "network_hidden_1' is not of 5 units"),
    ):
        with pytest.raises(ArtifactError, match=message):
            seen(examples, model | {name: array}, "parity", 14)
    with pytest.raises(ValueError, match="500 inputs are needed to learn from and to choose by"):
        train_end_to_end.run({"data": examples}, **END_TO_END | {"selection": 200})


def test_width_and_rate_are_chosen_on_a_draw_of_their_own(tmp_path: Path) -> None:
    examples, model = controls(tmp_path, "addition", 6, carryless=False)
    best = np.unravel_index(model["candidates"].argmax(), (2, 2))
    assert (model["candidates"] == model["candidates"].max()).sum() == 1
    assert model["network_units"] == [4, 8][best[0]]
    assert model["network_rate"] == [0.01, 0.03][best[1]]
    assert "carryless" not in model
    # other runs than the last do not decide
    drawn_inputs = {**np.load(examples)}
    drawn_inputs["training"][0] ^= 255
    changed = stored(tmp_path / "changed.npz", drawn_inputs)
    again: Any = train_end_to_end.run({"data": changed}, **END_TO_END | {"carryless": False})[
        "model"
    ]
    np.testing.assert_array_equal(again["candidates"], model["candidates"])
    assert (again["network_hidden_1"][0] != model["network_hidden_1"][0]).any()
    np.testing.assert_array_equal(again["network_hidden_1"][1], model["network_hidden_1"][1])
    metrics = seen(examples, model, "addition", 6)["metrics"]["circuits_end_to_end"]
    assert metrics["edge_gain"]["value"] == model["candidates"].max()  # no interior


def test_what_the_edge_of_the_grid_gains() -> None:
    right = np.array([[0.5, 0.7, 0.6], [0.5, 0.8, 0.6], [0.5, 0.75, 0.6]])
    assert evaluate_end_to_end.edge_gain(right) == 0.0
    right[2, 1] = 0.9
    assert evaluate_end_to_end.edge_gain(right) == pytest.approx(0.1)
    right[0, 2] = 1.0
    assert evaluate_end_to_end.edge_gain(right) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("samples", "times", "inputs", "expected"),
    [
        (512, 1, 32, (512, 150)),
        (512, 16, 32, (8192, 150)),
        (4096, 16, 16, (4096, 2400)),  # sixteen inputs for each example, and no more examples
        (1024, 16, 16, (4096, 600)),
    ],
)
def test_a_budget_is_spent_on_examples_while_inputs_are_plenty(
    samples: int, times: int, inputs: int, expected: tuple[int, int]
) -> None:
    spent = budget(samples, 150, times, inputs)
    assert (spent.samples, spent.passes) == expected
    assert spent.samples * spent.passes == samples * 150 * times


def test_constituents_are_compared_with_exact_expectations(tmp_path: Path) -> None:
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "cells": [(1, 8), (1, 16), (2, 8), (2, 16), (1, 1), (2, 2), (3, 3)],
        "runs": 300,
    }
    coverage = stored(
        tmp_path / "coverage.npz", arrays(generate_pattern_coverage.run({}, **params))
    )
    programs = [drawn(tmp_path, "parity", bits, runs=300, training=128) for bits in (4, 12)]
    outputs: Any = evaluate_constituents.run(
        {"coverage": coverage, "programs": programs}, root_seed=0
    )
    metrics = outputs["metrics"]["circuits_constituents"]
    for name in ("samples_over_theory_1", "samples_over_theory_2", "table_over_theory"):
        assert metrics[name]["value"] == pytest.approx(1, abs=0.1)
    assert metrics["program_over_theory"]["value"] == pytest.approx(1, abs=0.1)
    assert metrics["input_bits_exponent"]["value"] == pytest.approx(0, abs=0.1)
    assert 1 < metrics["table_doublings"]["value"] < 2
    assert 0 < metrics["program_exponent"]["value"] < 0.5
    assert set(outputs["table"]["kind"]) == {"constituent", "table", "program"}
    broken = stored(tmp_path / "broken.npz", {"samples": np.zeros((2, 2))})
    with pytest.raises(ArtifactError, match="samples is float64"):
        evaluate_constituents.run({"coverage": broken, "programs": programs}, root_seed=0)
