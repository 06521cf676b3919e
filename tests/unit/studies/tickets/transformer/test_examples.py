"""Examples: labels follow from two tokens, runs and tasks stay apart, worlds."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.tickets.transformer.examples import Examples, accuracy
from compsparse.studies.tickets.transformer.generate_token_tasks import SETS, two_tokens
from compsparse.studies.tickets.transformer.tables import Task, draw_table
from tests.unit.studies.tickets.transformer.planted import SEEDS, TASKS, drawn, stored
from workflow_engine.provenance.arguments import ArgumentsError
from workflow_engine.seeds import generator


def test_two_tokens_are_the_previous_and_the_current_one() -> None:
    tokens = np.zeros((1, 4, 8), dtype=np.bool_)
    tokens[0, 1, 3] = True
    read = two_tokens(tokens)
    assert read.shape == (1, 3, 16)
    assert [tuple(place) for place in np.argwhere(read[0])] == [(0, 11), (1, 3)]


def test_labels_are_those_of_the_tables_of_run_and_task() -> None:
    found = drawn()
    for run in range(2):
        for task, settings in enumerate(TASKS):
            names = (
                SEEDS["root_seed"],
                *SEEDS["seed_names"],
                "tables",
                settings["kind"],
                settings["arity"],
                run,
            )
            random = generator(*names)
            tables = [draw_table(Task(**settings), random) for _ in range(3)]
            for name in SETS:
                tokens = found[f"{name}_tokens"][run]
                wanted = np.stack([table(two_tokens(tokens)) for table in tables], axis=-1)
                np.testing.assert_array_equal(found[f"{name}_labels"][run, task], wanted)


def test_fewer_outputs_are_the_first_ones_and_more_runs_change_no_earlier_one() -> None:
    found, more = drawn(), drawn(outputs=5, runs=3)
    for name in SETS:
        np.testing.assert_array_equal(found[f"{name}_tokens"], more[f"{name}_tokens"][:2])
        np.testing.assert_array_equal(found[f"{name}_labels"], more[f"{name}_labels"][:2, ..., :3])
    assert (found["learned_tokens"][0] != found["learned_tokens"][1]).any()


def test_sets_differ() -> None:
    found = drawn(learned=30, test=30)
    first, second, third = (found[f"{name}_tokens"] for name in SETS)
    assert (first != second).mean() > 0.4
    assert (second != third).mean() > 0.4


def test_identity_changes_nothing() -> None:
    found, plain = drawn(world="identity"), drawn()
    assert all(np.array_equal(found[name], plain[name]) for name in plain)


def test_shuffled_labels_are_those_of_other_sequences() -> None:
    plain, found = drawn(learned=400), drawn(learned=400, world="shuffled_labels")
    np.testing.assert_array_equal(found["learned_tokens"], plain["learned_tokens"])
    for name in SETS:
        before, after = (data[f"{name}_labels"] for data in (plain, found))
        for run in range(2):
            # all tasks are shuffled alike: what belongs to a sequence is moved as a whole
            rows = [
                labels[run].swapaxes(0, 1).reshape(labels.shape[2], -1)
                for labels in (before, after)
            ]
            one, other = (sorted(map(bytes, sequences)) for sequences in rows)
            assert one == other
            assert (rows[0] != rows[1]).any()
    agree = (plain["learned_labels"] == found["learned_labels"]).mean()
    assert abs(agree - 0.5) < 0.05


def test_the_dense_teacher_is_the_same_in_all_tasks_and_reads_everything() -> None:
    found = drawn(world="dense_teacher")
    for name in SETS:
        np.testing.assert_array_equal(found[f"{name}_labels"][:, 0], found[f"{name}_labels"][:, 1])
    assert (found["learned_labels"][0] != found["learned_labels"][1]).any()
    random = generator(SEEDS["root_seed"], *SEEDS["seed_names"], "tables", "dense", 16, 0)
    table = draw_table(Task(16, "dense"), random)
    wanted = table(two_tokens(found["test_tokens"][0]))
    np.testing.assert_array_equal(found["test_labels"][0, 0, ..., 0], wanted)


def test_where_there_is_one_constituent_all_outputs_are_the_usual_first_one() -> None:
    plain, found = drawn(), drawn(world="one_constituent")
    for name in SETS:
        labels = found[f"{name}_labels"]
        np.testing.assert_array_equal(labels[..., 0], plain[f"{name}_labels"][..., 0])
        assert (labels == labels[..., :1]).all()
    assert (plain["learned_labels"] != plain["learned_labels"][..., :1]).any()


def test_of_one_kind_majorities_are_tables() -> None:
    tables, majorities = (
        drawn(tasks=[{"kind": kind, "arity": 3}], world="one_kind")
        for kind in ("random", "majority")
    )
    np.testing.assert_array_equal(majorities["test_labels"], tables["test_labels"])


def test_networks_are_runs_by_tasks(tmp_path: Path) -> None:
    found = drawn()
    examples = Examples(stored(tmp_path / "examples.npz", found))
    assert (examples.runs, examples.tasks, examples.outputs) == (2, 2, 3)
    np.testing.assert_array_equal(examples.network_runs, [0, 0, 1, 1])
    features = examples.features("test")[1].reshape(12, 4, -1)
    np.testing.assert_array_equal(features[:8], 2.0 * found["test_tokens"][1].T - 1)
    np.testing.assert_array_equal(features[8:], np.eye(4)[..., None].repeat(len(features[0, 0]), 2))
    labels = examples.labels("validation", slice(2, 3)).reshape(3, 3, 30)
    np.testing.assert_array_equal(labels, found["validation_labels"][1, 0].T)
    drawn_rows = np.array([[5, 0], [7, 5]])
    part = examples.labels("learned", slice(1, 3), drawn_rows).reshape(2, 3, 3, 2)
    whole = examples.labels("learned", slice(1, 3)).reshape(2, 3, 3, -1)
    np.testing.assert_array_equal(part[0], whole[0][..., [5, 0]])
    np.testing.assert_array_equal(part[1], whole[1][..., [7, 5]])


def test_batches_are_of_all_sequences_by_run(tmp_path: Path) -> None:
    examples = Examples(stored(tmp_path / "examples.npz", drawn()))
    randoms = [np.random.default_rng(seed) for seed in range(2)]
    batches = examples.batches(randoms, 60)
    found = np.stack([next(batches) for _ in range(20)])
    assert found.shape == (20, 2, 60)
    assert set(found.flatten()) == set(range(60))
    assert (found[:, 0] != found[:, 1]).any()
    with pytest.raises(ValueError, match="batch is 61; allowed: at most 60"):
        next(examples.batches(randoms, 61))


def test_accuracy_is_the_share_of_right_bits_by_network() -> None:
    logits = np.array([[[1.0, -1.0], [2.0, 3.0]], [[-1.0, -1.0], [1.0, -2.0]]], np.float32)
    labels = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 0.0]]], np.float32)
    np.testing.assert_array_equal(accuracy(logits, labels), [0.75, 1.0])


def test_other_kinds_of_tables_and_worlds_are_refused() -> None:
    with pytest.raises(ArgumentsError, match=r"'parity' .*'random', 'majority' or 'dense'"):
        drawn(tasks=[{"kind": "parity", "arity": 2}])
    with pytest.raises(ArgumentsError, match="world is 'sparse'"):
        drawn(world="sparse")
