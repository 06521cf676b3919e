"""Examples in files, how they are drawn, and when gates have seen all that they read."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.next_token import (
    generate_machine_examples,
    generate_pattern_coverage,
    generate_token_examples,
)
from compsparse.studies.circuits.next_token.evaluate_constituents import samples_until_known
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.next_token.generate_pattern_coverage import samples_until_covered
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from tests.unit.studies.step_files import stored
from workflow_engine.artifacts.errors import ArtifactError

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "test"],
    "task": "addition",
    "bits": 3,
    "runs": 2,
    "training": 13,
    "held_out": 9,
}


def test_where_nothing_is_tested_an_example_takes_the_place(tmp_path: Path) -> None:
    data: Any = generate_token_examples.run({}, **PARAMS | {"held_out": 0})["data"]
    path = stored(tmp_path / "data.npz", data)
    examples = read_examples(path)
    np.testing.assert_array_equal(examples.held_out, examples.training[:, :1])


def test_examples_come_back_from_their_file(tmp_path: Path) -> None:
    data: Any = generate_token_examples.run({}, **PARAMS)["data"]
    examples = read_examples(stored(tmp_path / "data.npz", data))
    assert examples.training.shape == (2, 13, 6)
    assert examples.held_out.shape == (2, 9, 6)
    assert examples.runs == 2
    for name in ("training", "held_out"):
        again: Any = examples.arrays()[name]
        np.testing.assert_array_equal(again, data[name])
    more: Any = generate_token_examples.run({}, **PARAMS | {"training": 20, "runs": 3})["data"]
    longer = read_examples(stored(tmp_path / "more.npz", more))
    np.testing.assert_array_equal(longer.training[:2, :13], examples.training)
    assert not np.array_equal(longer.training[0], longer.training[1])


def test_all_inputs_test_small_tasks_only(tmp_path: Path) -> None:
    data = generate_token_examples.run({}, **PARAMS | {"held_out": None})["data"]
    examples = read_examples(stored(tmp_path / "data.npz", data))
    for held_out in examples.held_out:
        np.testing.assert_array_equal(held_out, all_inputs(6))
    with pytest.raises(ValueError, match="All inputs of 14 bits are too many"):
        generate_token_examples.run({}, **PARAMS | {"held_out": None, "bits": 7})


def test_machines_give_examples_too(tmp_path: Path) -> None:
    drawn = {name: value for name, value in PARAMS.items() if name not in ("task", "bits")}
    params = drawn | {"machine": "parity", "length": 4, "training": 5}
    data = generate_machine_examples.run({}, **params)["data"]
    examples = read_examples(stored(tmp_path / "data.npz", data))
    assert examples.program.inputs == 4
    assert examples.program.size > 20
    with pytest.raises(ValueError, match="machine is 'division'; allowed: parity"):
        generate_machine_examples.run({}, **params | {"machine": "division"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weights": np.zeros(3)}, "It holds no program"),
        ({"training_count": np.array(-1)}, "-1 inputs 'training' are not of shape"),
        ({"training_count": np.array(17)}, "17 inputs 'training' are not of shape"),
        ({"held_out_count": np.array(9.0)}, "held_out_count is float64"),
        ({"held_out": np.zeros((1, 6, 2), dtype=np.uint8)}, "held_out has 1 entries along run"),
    ],
)
def test_what_are_no_examples_is_refused(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    data: Any = generate_token_examples.run({}, **PARAMS)["data"]
    with pytest.raises(ArtifactError, match=message):
        read_examples(stored(tmp_path / "data.npz", data | changes))


def test_patterns_are_covered_as_the_coupon_collector_says() -> None:
    random = np.random.default_rng(0)
    for reads in (1, 3):
        counts = [samples_until_covered(reads, 8, random) for _ in range(2000)]
        assert min(counts) >= 2**reads
        assert np.mean(counts) == pytest.approx(
            expected_draws(2**reads, 2**reads, 2**reads), rel=0.06
        )


def test_coverage_has_a_row_for_each_cell() -> None:
    params = {
        "root_seed": 0,
        "seed_names": ["circuits", "test"],
        "cells": [(1, 8), (2, 8), (2, 2)],
        "runs": 5,
    }
    data: Any = generate_pattern_coverage.run({}, **params)["data"]
    assert data["samples"].shape == (3, 5)
    fewer: Any = generate_pattern_coverage.run({}, **params | {"cells": [(2, 8)]})["data"]
    np.testing.assert_array_equal(fewer["samples"][0], data["samples"][1])
    with pytest.raises(ValueError, match="A function of 9 bits of inputs of 8"):
        generate_pattern_coverage.run({}, **params | {"cells": [(9, 8)]})


def test_gates_are_known_with_the_last_new_pattern() -> None:
    program = program_of(circuit_of("parity", 2))
    order = np.array([0, 1, 1, 2, 0, 3, 2])
    inputs = all_inputs(2)[np.stack([order, order[::-1]])]
    # the second gate reads the first one too, which adds no pattern
    assert samples_until_known(program, inputs).tolist() == [6, 5]
    lacking = all_inputs(2)[np.stack([order, np.zeros(7, dtype=int)])]
    with pytest.raises(ValueError, match="in some runs only"):
        samples_until_known(program, lacking)
