"""Each world takes away one thing."""

from pathlib import Path

import numpy as np

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.attention.model import (
    Read,
    layer_outputs,
    readout,
    theory_keys,
)
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.worlds import Task, World, touched
from tests.unit.studies.composition.conftest import SEEDS, written

HIDDEN = permutations(np.random.default_rng(2), 3, 4, symbols=3)


def task_of(world: World) -> Task:
    return Task(HIDDEN, Seeds(SEEDS["root_seed"], SEEDS["seed_names"], 3), world)


def sequences(world: World) -> tuple[np.ndarray, list[np.ndarray]]:
    return task_of(world).sequences([np.random.default_rng(run) for run in range(3)], 5)


def test_the_run_and_the_identity_have_the_true_answers() -> None:
    worlds: tuple[World, ...] = ("none", "identity", "known_layers")
    for world in worlds:
        read, answers = sequences(world)
        right = all_hops(read, HIDDEN[:, None])
        for given, wanted in zip(answers, right, strict=True):
            np.testing.assert_array_equal(given, wanted)


def test_easy_answers_can_be_unrelated_while_the_longest_hop_is_true() -> None:
    read, answers = sequences("unrelated_easy")
    right = all_hops(read, HIDDEN[:, None])
    np.testing.assert_array_equal(read, sequences("none")[0])
    np.testing.assert_array_equal(answers[-1], right[-1])
    assert (answers[0] != right[0]).mean() > 0.3


def test_nothing_to_read_is_the_identity() -> None:
    read, answers = sequences("nothing_to_read")
    assert bool((read == np.arange(3)).all())
    np.testing.assert_array_equal(answers[0][:, 0], HIDDEN)


def test_shuffled_answers_are_those_of_other_tokens_of_the_same_index() -> None:
    read, answers = sequences("shuffled_answers")
    for given, wanted in zip(answers, all_hops(read, HIDDEN[:, None]), strict=True):
        np.testing.assert_array_equal(np.sort(given), np.sort(wanted))
        assert 0.2 < (given == wanted).mean() < 0.5


def test_one_permutation_is_hidden_at_all_indices() -> None:
    task = task_of("one_permutation")
    assert (task.hidden == HIDDEN[:, :1]).all()
    read, answers = task.sequences([np.random.default_rng(run) for run in range(3)], 5)
    np.testing.assert_array_equal(answers[-1], all_hops(read, task.hidden[:, None])[-1])


def test_wrong_layers_read_the_shortest_hop_last() -> None:
    task = task_of("wrong_layers")
    assert [task.readout_layer(hop, 3) for hop in range(3)] == [2, 1, 0]
    assert [task_of("none").readout_layer(hop, 2) for hop in range(3)] == [0, 1, 1]


def test_known_layers_give_the_shorter_hops_from_the_start() -> None:
    task = task_of("known_layers")
    zeros = [np.zeros((3, 12, 12), dtype=np.float32) for _ in range(3)]
    layers = task.first_layers(zeros, theory_keys(HIDDEN, 3))
    read, answers = sequences("none")
    outs = layer_outputs([layer[1] for layer in layers], Read(read[1]))
    for hop in (0, 1):
        np.testing.assert_array_equal(readout(outs[hop], hop, 4).argmax(-1), answers[hop][1])
    assert not bool(layers[2].any())


def test_a_run_alone_has_its_own_answers() -> None:
    one, read = task_of("unrelated_easy").of_run(2), sequences("none")[0]
    _, answers = one.answered([np.random.default_rng(9)], read[2:])
    _, wanted = task_of("unrelated_easy").answered(
        [np.random.default_rng(run) for run in range(3)], read
    )
    np.testing.assert_array_equal(np.stack(answers)[:, 0], np.stack(wanted)[:, 2])


def test_hard_data_alone_are_learned_where_shorter_hops_are_known(
    tmp_path: Path, hidden: Path
) -> None:
    alone = written(tmp_path / "a.npz", hidden, data="hard_only", rates=[0.1])
    known = written(tmp_path / "b.npz", hidden, data="hard_only", rates=[0.1], world="known_layers")
    assert read_history(alone).curves[:, -1, -1].mean() < 0.5
    assert read_history(known).curves[:, -1, -1].min() > 0.95


def test_an_ordinary_run_does_not_name_its_world() -> None:
    assert touched("none") == {}
    assert touched("identity") == {"world": "identity"}
