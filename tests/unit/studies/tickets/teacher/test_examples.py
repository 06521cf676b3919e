"""Examples: shared inputs, standard labels, and what worlds take away."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.teacher import generate_examples
from tests.unit.studies.tickets.planted import DATA, PAIRS, SEEDS, arrays, ran
from workflow_engine.provenance.arguments import ArgumentsError

Arrays = dict[str, np.ndarray]
XOR = {"kind": "table", "table": "0110", "reads": [0, 1]}


def examples(teacher: dict[str, Any] = PAIRS, **more: Any) -> Arrays:
    return arrays(ran(generate_examples, {}, {**SEEDS, **DATA, "teacher": teacher, **more}))


def test_labels_are_standard_and_inputs_shared_by_all_teachers_of_a_run() -> None:
    one = examples()
    other = examples({**PAIRS, "arity": 5}, seed_names=["tickets", "test", "another"])
    assert one["learned_targets"].mean(axis=1) == pytest.approx(0, abs=1e-6)
    assert one["learned_targets"].std(axis=1) == pytest.approx(1, abs=1e-6)
    for part in ("learned", "choosing", "judged"):
        assert np.array_equal(one[f"{part}_inputs"], other[f"{part}_inputs"])
    assert not np.array_equal(one["learned_inputs"][0], one["learned_inputs"][1])
    assert one["edges"].sum(axis=(1, 2)).tolist() == [6, 6, 6]


def test_more_runs_change_no_earlier_one() -> None:
    few, many = examples(runs=2), examples(runs=4)
    for name, values in few.items():
        assert np.array_equal(values, many[name][:2])


def test_parts_are_different_examples() -> None:
    drawn = examples()
    assert not np.array_equal(drawn["learned_inputs"][:, :64], drawn["choosing_inputs"])
    assert not np.array_equal(drawn["choosing_inputs"], drawn["judged_inputs"])


def test_identity_changes_nothing() -> None:
    plain, touched = examples(), examples(world="identity")
    assert all(np.array_equal(values, touched[name]) for name, values in plain.items())


def test_rotated_inputs_carry_the_same_labels() -> None:
    plain, turned = examples(), examples(world="rotated")
    assert np.array_equal(plain["learned_targets"], turned["learned_targets"])
    before, after = plain["learned_inputs"][0], turned["learned_inputs"][0]
    assert not np.allclose(before, after)
    assert np.linalg.norm(before, axis=1) == pytest.approx(np.linalg.norm(after, axis=1), rel=1e-5)
    # one and the same turn for all parts: least squares on one part carries over to another
    turn = np.linalg.lstsq(before, after)[0]
    assert plain["judged_inputs"][0] @ turn == pytest.approx(turned["judged_inputs"][0], abs=1e-4)


def test_shuffled_labels_are_those_of_other_examples() -> None:
    plain, shuffled = examples(), examples(world="shuffled_labels")
    one, other = plain["learned_targets"][0], shuffled["learned_targets"][0]
    assert np.array_equal(np.sort(one), np.sort(other))
    assert (one == other).mean() < 0.5  # a ReLU has the same value at many examples


def test_dense_teachers_read_everything() -> None:
    assert examples(world="dense_teacher")["edges"].all()


def test_of_one_kind_sines_are_relus() -> None:
    sines, relus = examples({**PAIRS, "kind": "sine"}, world="one_kind"), examples()
    assert all(np.array_equal(values, relus[name]) for name, values in sines.items())


def test_one_constituent_has_the_edges_of_one() -> None:
    edges = examples(world="one_constituent")["edges"]
    assert (edges == edges[:, :1]).all()


def test_scales_spread_from_the_first_input_to_the_last() -> None:
    plain, spread = examples(), examples(spread=10.0)
    ratio = spread["learned_inputs"] / plain["learned_inputs"]
    assert ratio[..., -1] / ratio[..., 0] == pytest.approx(10, rel=1e-4)
    assert np.array_equal(plain["learned_targets"], spread["learned_targets"])


def test_a_table_has_inputs_of_signs() -> None:
    drawn = examples(XOR)
    assert set(np.unique(drawn["learned_inputs"])) == {-1.0, 1.0}


def test_a_constant_teacher_is_named() -> None:
    with pytest.raises(ValueError, match="run 0 has the same value everywhere"):
        examples(XOR, learned=1)


def test_other_kinds_and_worlds_are_refused() -> None:
    with pytest.raises(ArgumentsError, match=r"teacher.*'cube'"):
        examples({**PAIRS, "kind": "cube"})
    with pytest.raises(ArgumentsError, match="world is 'flat'"):
        examples(world="flat")
