"""The results on next tokens: trained on tiny tasks, and from counts that were made up."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.artifacts.arrays import encode
from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.next_token import (
    evaluate_composed_error,
    evaluate_constituents,
    evaluate_end_to_end,
    evaluate_failure_probability,
    evaluate_samples_to_learn,
    generate_pattern_coverage,
    generate_token_examples,
    train_next_token_curve,
)
from compsparse.studies.circuits.next_token import train_end_to_end as train_end_to_end
from compsparse.studies.circuits.next_token.curve import read_curve
from compsparse.studies.circuits.next_token.end_to_end import output_bits
from compsparse.studies.circuits.next_token.evaluate_composed_error import worst_errors
from compsparse.studies.circuits.next_token.evaluate_failure_probability import samples_for
from compsparse.studies.circuits.next_token.evaluate_samples_to_learn import common_slope
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.next_token.sequences import coded

COUNTS = [8, 16, 32, 64]


def stored(arrays: Any, path: Path) -> Path:
    path.write_bytes(encode(path, arrays))
    return path


def drawn(folder: Path, task: str, bits: int, **changes: Any) -> Path:
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test", task],
        "task": task,
        "bits": bits,
        "runs": 3,
        "training": 96,
        "held_out": 64,
    }
    data = generate_token_examples.run({}, params | changes)["data"]
    return stored(data, folder / f"{task}_{bits}.npz")


def trained(examples: Path, **changes: Any) -> Path:
    params = {
        "sample_counts": COUNTS,
        "steps": 60,
        "rate": 0.3,
        "decay": 1e-4,
        "target": 0.99,
        "keep_weights": True,
    }
    model = train_next_token_curve.run({"data": examples}, params | changes)["model"]
    return stored(model, examples.with_suffix(".model.npz"))


def counts(right: list[list[int]], held_out: int = 100, **changes: np.ndarray) -> dict[str, Any]:
    """Return a curve of one gate that is wrong where outputs are."""
    outputs = np.array(right, dtype=np.int32)
    arrays = {
        "sample_counts": np.array(COUNTS[: len(right)]),
        "inputs": np.array(2),
        "held_out": np.array(held_out),
        "gate_mistakes": np.where(outputs < 0, -1, held_out - outputs)[:, :, None].astype(np.int32),
        "without_mistake": outputs,
        "chain_right": outputs,
        "outputs_right": outputs,
    }
    return arrays | changes


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
    cells = [("parity", 3), ("parity", 4), ("parity", 6), ("addition", 2)]
    curves = [trained(drawn(tmp_path, *cell)) for cell in cells]
    params = {"root_seed": 0, "target": 0.99, "cells": [list(cell) for cell in cells]}
    outputs: Any = evaluate_samples_to_learn.run({"curves": curves}, params)
    metrics = outputs["metrics"]["circuits_samples_to_learn"]
    assert set(metrics) == {"exponent_parity", "exponent_all", "learned_share"}
    assert metrics["learned_share"]["value"] == 1
    # one size of another task says nothing on growth
    assert metrics["exponent_all"]["value"] == pytest.approx(metrics["exponent_parity"]["value"])
    assert len(outputs["table"]) == 4 * 3


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


def test_a_run_that_never_learns_counts_as_twice_the_grid(tmp_path: Path) -> None:
    arrays = counts([[50, 99], [60, 100], [98, 100]])
    cells = [["parity", 2]] * 2
    paths = [
        stored(arrays, tmp_path / "a.npz"),
        # more gates, or no slope could be fitted
        stored(
            arrays | {"gate_mistakes": np.repeat(arrays["gate_mistakes"], 4, axis=2)},
            tmp_path / "b.npz",
        ),
    ]
    outputs: Any = evaluate_samples_to_learn.run(
        {"curves": paths}, {"root_seed": 0, "target": 0.99, "cells": cells}
    )
    assert outputs["metrics"]["circuits_samples_to_learn"]["learned_share"]["value"] == 0.5
    own = outputs["table"][outputs["table"]["gates"] == 1]
    assert own["samples"].tolist() == [64, 8]
    assert own["learned"].tolist() == [0, 1]


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
    path = stored(counts([[50, 60], [90, 99]]) | changes, tmp_path / "curve.npz")
    with pytest.raises(ArtifactError, match=message):
        read_curve(path)


def test_failures_are_read_between_two_numbers(tmp_path: Path) -> None:
    curve = read_curve(stored(counts([[0], [0], [0], [100]]), tmp_path / "curve.npz"))
    shares = np.array([[1.0, 1.0], [0.75, 0.1], [0.25, 0.6], [0.0, 0.0]])
    half = samples_for(curve, shares, 0.5)
    # halfway in log N; and after the last time that the share is above
    np.testing.assert_allclose(half, [16 * np.sqrt(2), 32 * 2 ** (1 / 6)])
    with pytest.raises(ValueError, match="is not passed between N = 8 and 64"):
        samples_for(curve, shares[1:][[0, 0, 1, 2]], 0.9)


def test_failures_that_fall_exponentially_have_the_ratio_of_logarithms(tmp_path: Path) -> None:
    # N = 8 i learns a run with probability 1 - 2^-i: the N for delta is 8 log2(1/delta)
    runs, sizes = 128, np.arange(1, 8)
    known = np.arange(runs)[None, :] % 64 >= 64 / 2.0 ** sizes[:, None]
    known[0] &= np.arange(runs) % 64 > 32  # a little above one half
    right = np.where(known, 100, 0).astype(np.int32)
    arrays = counts([[0]]) | {"sample_counts": 8 * sizes}
    for name in ("without_mistake", "chain_right", "outputs_right"):
        arrays[name] = right
    arrays["gate_mistakes"] = (100 - right)[:, :, None]
    path = stored(arrays, tmp_path / "curve.npz")
    params = {"root_seed": 0, "cells": [["parity", 8]], "groups": 2, "odds": [8, 32]}
    outputs: Any = evaluate_failure_probability.run({"curves": [path]}, params)
    metrics = outputs["metrics"]["circuits_failure_probability"]
    assert metrics["failure_ratio_8_parity"]["value"] == pytest.approx(3, rel=0.05)
    assert metrics["failure_ratio_32_parity"]["value"] == pytest.approx(5, rel=0.05)
    assert metrics["error_ratio_32_parity"]["value"] == pytest.approx(2.5, rel=0.05)
    with pytest.raises(ValueError, match="128 runs are no 3 groups"):
        evaluate_failure_probability.run({"curves": [path]}, params | {"groups": 3})


def test_the_union_bound_and_the_chain_are_exact(tmp_path: Path) -> None:
    examples = [drawn(tmp_path, "multiplication", bits) for bits in (2, 3)]
    curves = [trained(path, target=None) for path in examples]
    params = {
        "root_seed": 0,
        "cells": [["multiplication", 2], ["multiplication", 3]],
        "product_bits": [2, 3],
    }
    inputs = {"curves": curves, "examples": examples, "products": curves}
    outputs: Any = evaluate_composed_error.run(inputs, params)
    table, metrics = outputs["table"], outputs["metrics"]["circuits_composed_error"]
    assert metrics["union_bound_violations"] == {"value": 0, "low": 0, "high": 0, "n": 24}
    assert metrics["chain_difference"]["value"] == 0
    assert 0.9 <= metrics["within_accuracy"]["value"] <= 1
    assert (table["gate_errors"] > 0).any()
    # a mistake that was not counted is found
    arrays = {**np.load(curves[1])}
    arrays["gate_mistakes"][:] = 0
    broken = [curves[0], stored(arrays, tmp_path / "broken.npz")]
    outputs = evaluate_composed_error.run(inputs | {"curves": broken}, params)
    metrics = outputs["metrics"]["circuits_composed_error"]
    assert metrics["union_bound_violations"]["value"] > 0
    with pytest.raises(ArtifactError, match=r"weights has \d+ entries along \d+; needed"):
        evaluate_composed_error.run(inputs | {"products": curves[::-1]}, params)


def test_right_products_are_within_the_accuracy_everywhere() -> None:
    for bits in (3, 5):
        pairs = all_inputs(2 * bits)
        first, second = (
            numbers_of(half) / 2.0**bits for half in (pairs[:, :bits], pairs[:, bits:])
        )
        worst = worst_errors(pairs, first * second)
        assert worst.max() <= 0.5 * 2.0 ** (2 - bits)
        inside = np.random.default_rng(0).random((2, len(pairs))) / 2.0**bits
        error = np.abs((first + inside[0]) * (second + inside[1]) - first * second)
        assert (error <= worst + 1e-15).all()
        assert (worst_errors(pairs, first * second + 0.5) >= 0.5 - worst).all()


def test_tokens_help_where_controls_stay_at_chance(tmp_path: Path) -> None:
    examples = drawn(tmp_path, "parity", 12, training=400, held_out=500)
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "samples": 300,
        "rates": [0.3, 0.01],
        "steps": 60,
        "decay": 1e-4,
        "units": 16,
        "carryless": True,
    }
    model = train_end_to_end.run({"data": examples}, params)["model"]
    path = stored(model, tmp_path / "model.npz")
    outputs: Any = evaluate_end_to_end.run(
        {"examples": [examples], "models": [path]},
        {"root_seed": 0, "cells": [["parity", 12]], "samples": 300},
    )
    metrics = outputs["metrics"]["circuits_end_to_end"]
    assert set(metrics) == {
        "tokens_parity",
        "advantage_parity",
        "carryless_parity",
        "linear_parity",
        "network_parity",
    }
    assert metrics["tokens_parity"]["value"] == 1
    for control in ("carryless", "linear", "network"):
        assert metrics[f"{control}_parity"]["value"] == pytest.approx(0.5, abs=0.1)
    rows = outputs["table"]
    best = rows[rows["model"].isin(["linear", "network"])].groupby("run")["exact_match"].max()
    assert metrics["advantage_parity"]["value"] == pytest.approx(1 - best.mean())
    assert set(rows["rate"]) <= {0.3, 0.01}
    with pytest.raises(ValueError, match="none are left to choose"):
        train_end_to_end.run({"data": examples}, params | {"samples": 400})
    arrays: Any = model
    for name, array, message in (
        ("tokens", arrays["tokens"][:, 1:], "tokens has 34 entries along 35"),
        ("linear", arrays["linear"][:2], "linear has 2 entries along 3"),
        ("network_readout", arrays["network_readout"][:, 1:], "is not of 16 units"),
    ):
        lacking = stored(arrays | {name: array}, tmp_path / "lacking.npz")
        with pytest.raises(ArtifactError, match=message):
            evaluate_end_to_end.run(
                {"examples": [examples], "models": [lacking]},
                {"root_seed": 0, "cells": [["parity", 12]], "samples": 300},
            )


def test_the_rate_is_chosen_by_inputs_that_were_not_learned_from(tmp_path: Path) -> None:
    path = drawn(tmp_path, "parity", 8, runs=8)
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "samples": 40,
        "rates": [0.3, 0.001],
        "steps": 30,
        "decay": 1e-4,
        "units": 4,
        "carryless": False,
    }
    examples = read_examples(path)
    selection = examples.training[:, 40:]
    right = []
    for rate in (0.3, 0.001):
        model: Any = train_end_to_end.run({"data": path}, params | {"rates": [rate]})["model"]
        answered = coded(selection) @ model["linear"] > 0
        right.append((answered == output_bits(examples.program, selection)).sum(axis=(1, 2)))
    chosen: Any = train_end_to_end.run({"data": path}, params)["model"]
    expected = np.where(right[1] > right[0], 0.001, 0.3)
    assert len(set(expected)) == 2
    assert chosen["linear_rate"].tolist() == expected.tolist()
    assert "carryless" not in chosen


def test_known_inputs_do_not_count(tmp_path: Path) -> None:
    path = drawn(tmp_path, "addition", 2)
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "samples": 10,
        "rates": [0.3],
        "steps": 2,
        "decay": 1e-4,
        "units": 2,
        "carryless": False,
    }
    model = stored(train_end_to_end.run({"data": path}, params)["model"], tmp_path / "model.npz")
    outputs: Any = evaluate_end_to_end.run(
        {"examples": [path], "models": [model]},
        {"root_seed": 0, "cells": [["addition", 2]], "samples": 10},
    )
    table = outputs["table"]
    fresh = evaluate_end_to_end.unseen(read_examples(path), 10).sum(axis=1)
    assert table.loc[table["model"] == "tokens", "tested"].tolist() == fresh.tolist()


def test_inputs_that_were_learned_from_are_left_out(tmp_path: Path) -> None:
    examples = read_examples(drawn(tmp_path, "addition", 2))
    fresh = evaluate_end_to_end.unseen(examples, 10)
    for run in range(3):
        known = {tuple(row) for row in examples.training[run, :10].tolist()}
        expected = [tuple(row) not in known for row in examples.held_out[run].tolist()]
        assert fresh[run].tolist() == expected
    assert 0 < fresh.mean() < 1
    with pytest.raises(ValueError, match="learned from all its held-out inputs, of 4 bits"):
        evaluate_end_to_end.unseen(examples, 96)


def test_constituents_are_compared_with_exact_expectations(tmp_path: Path) -> None:
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "cells": [[1, 8], [1, 16], [2, 8], [2, 16], [1, 1], [2, 2], [3, 3]],
        "runs": 300,
    }
    coverage = stored(generate_pattern_coverage.run({}, params)["data"], tmp_path / "coverage.npz")
    programs = [drawn(tmp_path, "parity", bits, runs=300, training=128) for bits in (4, 16)]
    outputs: Any = evaluate_constituents.run(
        {"coverage": coverage, "programs": programs}, {"root_seed": 0}
    )
    metrics = outputs["metrics"]["circuits_constituents"]
    for name in ("samples_over_theory_1", "samples_over_theory_2", "table_over_theory"):
        assert metrics[name]["value"] == pytest.approx(1, abs=0.1)
    assert metrics["program_over_theory"]["value"] == pytest.approx(1, abs=0.1)
    assert metrics["input_bits_exponent"]["value"] == pytest.approx(0, abs=0.1)
    assert 1 < metrics["table_doublings"]["value"] < 2
    assert 0 < metrics["program_exponent"]["value"] < 0.5
    assert set(outputs["table"]["kind"]) == {"constituent", "table", "program"}
    broken = stored({"samples": np.zeros((2, 2))}, tmp_path / "broken.npz")
    with pytest.raises(ArtifactError, match="samples is float64"):
        evaluate_constituents.run({"coverage": broken, "programs": programs}, {"root_seed": 0})
