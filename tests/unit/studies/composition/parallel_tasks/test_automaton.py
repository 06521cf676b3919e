"""An automaton that is trained: its words, its worlds, and what is said of it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.attention.model import layer_outputs, readout
from compsparse.studies.composition.attention.training import slopes_of_hops
from compsparse.studies.composition.parallel_tasks import (
    evaluate_automaton,
    render_automaton,
    train_automaton,
)
from compsparse.studies.composition.parallel_tasks.automata import windows
from compsparse.studies.composition.parallel_tasks.evaluate_automaton import AutomatonHistory
from compsparse.studies.composition.parallel_tasks.model import ReadWords, shapes, theory_keys
from compsparse.studies.composition.parallel_tasks.words import Words
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.worlds import World
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.named_axes import read_dataclass

COUNTER = [[0, 1, 2], [1, 2, 0]]
FLIP_FLOP = [[0, 1], [0, 0], [1, 1]]
TRAINING = {
    "transitions": COUNTER,
    "length": 4,
    "data": "mixture",
    "runs": 3,
    "rates": [0.05, 0.1],
    "steps": 100,
    "sequences": 12,
    "initial_scale": 0.01,
    "looks": 10,
    "judged": 16,
    **SEEDS,
}


def read_history(path: Path) -> AutomatonHistory:
    return read_dataclass(path, AutomatonHistory)


def words_of(table: list[list[int]], world: World = "none") -> Words:
    return Words(table, 4, Seeds(0, ["test"], 3), world)


def sequences(world: World) -> tuple[np.ndarray, list[np.ndarray]]:
    randoms = [np.random.default_rng(run) for run in range(3)]
    return words_of(COUNTER, world).sequences(randoms, 5)


def test_answers_are_those_of_the_table_but_in_worlds_that_take_them_away() -> None:
    worlds: tuple[World, ...] = ("none", "identity", "known_layers", "wrong_layers")
    for world in worlds:
        words, answers = sequences(world)
        for given, true in zip(answers, windows(np.array(COUNTER)[words]), strict=True):
            np.testing.assert_array_equal(given, true)


def test_short_windows_can_be_unrelated_while_whole_words_are_true() -> None:
    words, answers = sequences("unrelated_easy")
    true = windows(np.array(COUNTER)[words])
    np.testing.assert_array_equal(answers[-1], true[-1])
    assert (answers[0] != true[0]).mean() > 0.3
    # one other automaton at all words of a run: the same symbol at an index leads the same way
    same = words[0, :, 0] == words[0, 0, 0]
    assert (answers[0][0, same, 0] == answers[0][0, 0, 0]).all()


def test_nothing_to_read_is_one_word_and_shuffled_answers_are_those_of_other_states() -> None:
    words, _ = sequences("nothing_to_read")
    assert not words.any()
    words, answers = sequences("shuffled_answers")
    for given, true in zip(answers, windows(np.array(COUNTER)[words]), strict=True):
        np.testing.assert_array_equal(np.sort(given), np.sort(true))
    assert (answers[0] != windows(np.array(COUNTER)[words])[0]).any()


def test_wrong_layers_read_whole_words_first() -> None:
    for world, layers in (("wrong_layers", [2, 1, 0]), ("none", [0, 1, 2])):
        assert [words_of(COUNTER, world).readout_layer(hop, 3) for hop in range(3)] == layers


@pytest.mark.parametrize("table", [COUNTER, FLIP_FLOP], ids=["permutes", "merges"])
def test_sharp_attention_to_the_keys_of_theory_answers_every_window(table: list) -> None:
    task = words_of(table, "known_layers")
    states = len(table[0])
    keys = theory_keys(task.table, 4, 3)
    zeros = [np.zeros((3, *shape), np.float32) for shape in shapes(4, len(table), states, 3)]
    known = [layer[0] for layer in task.first_layers(zeros, keys)]
    assert not known[2].any()
    known[2] = 10 * np.eye(4 * states, dtype=np.float32)[keys[2]]
    words, answers = task.sequences([np.random.default_rng(run) for run in range(3)], 5)
    outs = layer_outputs(known, ReadWords(words[0], *task.table.shape))
    for hop, (out, true) in enumerate(zip(outs, answers, strict=True)):
        np.testing.assert_array_equal(readout(out, hop, 4).argmax(-1), true[0])


def test_at_even_attention_whole_words_have_no_gradient_if_symbols_permute() -> None:
    largest = []
    for table in (COUNTER, FLIP_FLOP):
        task = words_of(table)
        even = [
            np.zeros(shape, dtype=np.float32) for shape in shapes(4, len(table), len(table[0]), 3)
        ]
        words, answers = task.sequences([np.random.default_rng(run) for run in range(3)], 8)
        read = ReadWords(words[0], *task.table.shape)
        slopes = slopes_of_hops(task, 3, read, [hop[0] for hop in answers], (2,))(even)
        largest.append(max(float(np.abs(layer).max()) for layer in slopes))
    assert largest[0] < 1e-7 < 1e-4 < largest[1]


def test_a_length_that_is_no_power_of_two_is_refused() -> None:
    with pytest.raises(ValueError, match=r"power of two.*6"):
        Words(COUNTER, 6, Seeds(0, ["test"], 3))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    folder = tmp_path_factory.mktemp("automata")
    paths: dict[str, list[Path]] = {}
    for data, steps in (("mixture", 100), ("hard_only", 150)):
        for name, table in (("counter", COUNTER), ("flip_flop", FLIP_FLOP)):
            if data == "hard_only" and name == "counter":
                continue  # its symbols permute the states
            path = folder / f"{name}-{data}.npz"
            params = {**TRAINING, "transitions": table, "data": data, "steps": steps}
            path.write_bytes(encode(path, train_automaton.run({}, **params)["model"]))
            paths.setdefault(data, []).append(path)
    return paths


def test_windows_of_all_lengths_teach_the_automaton(files: dict[str, list[Path]]) -> None:
    for path in files["mixture"]:
        history = read_history(path)
        assert history.step[0] == 0
        assert history.curves[:, -1].min() > 0.95


def test_a_run_and_a_rate_are_trained_as_if_alone(files: dict[str, list[Path]]) -> None:
    alone = train_automaton.run({}, **(TRAINING | {"runs": 1, "rates": [0.1]}))["model"]
    assert isinstance(alone, dict)
    with np.load(files["mixture"][0]) as both:
        np.testing.assert_allclose(both["accuracy"][1, 0], alone["accuracy"][0, 0], atol=0.02)


def evaluated(files: dict[str, list[Path]]) -> dict[str, object]:
    names = {"names": ["counter", "flip_flop"], "merging": ["flip_flop"]}
    return evaluate_automaton.run(files, root_seed=0, learned=0.95, **names)


def test_the_excess_is_over_the_best_guess(files: dict[str, list[Path]]) -> None:
    metrics = evaluated(files)["metrics"]
    assert isinstance(metrics, dict)
    measured = metrics["composition_automaton"]
    alone = read_history(files["hard_only"][0]).curves[:, -1, -1].mean()
    assert measured["merging_hard_only_excess"]["value"] == pytest.approx(alone - (1 + 3**-4) / 2)
    assert measured["mixture_accuracy"]["value"] > 0.95


def test_without_automata_that_merge_nothing_is_said_of_them(files: dict[str, list[Path]]) -> None:
    made = evaluate_automaton.run(
        {"mixture": files["mixture"][:1]},
        root_seed=0,
        names=["counter"],
        merging=[],
        learned=0.95,
    )
    metrics = made["metrics"]
    assert isinstance(metrics, dict)
    assert set(metrics["composition_automaton"]) == {"mixture_accuracy", "in_order"}


def test_the_figure_draws_a_dot_for_each_run(files: dict[str, list[Path]], tmp_path: Path) -> None:
    table = evaluated(files)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_automaton.run, table, tmp_path)
    require_legible(figure)
    dots = sorted(
        tuple(np.sort(line.get_xdata()))
        for line in figure.axes[0].lines
        if len(line.get_xdata()) == 3
    )
    wanted = sorted(
        tuple(np.sort(read_history(path).curves[:, -1, -1]))
        for paths in files.values()
        for path in paths
    )
    np.testing.assert_allclose(dots, wanted)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [
        "counter",
        "flip flop *",
    ]
