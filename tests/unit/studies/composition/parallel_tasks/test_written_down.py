"""Automata and induction heads that are written down, against runs one step after the other."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.parallel_tasks import (
    evaluate_parallel_tasks,
    generate_automaton_outputs,
    generate_hop_outputs,
    induction,
    prefix_doubling,
    render_parallel_tasks,
)
from compsparse.studies.composition.parallel_tasks.automata import (
    best_guess,
    permutes,
    prefix_states,
    windows,
)
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode

PARITY = np.array([[0, 1], [1, 0]])
S3 = np.array([[1, 2, 0, 5, 3, 4], [3, 4, 5, 0, 1, 2]])
FLIP_FLOP = np.array([[0, 1], [0, 0], [1, 1]])
BOUNDED = np.array([[0, 0, 1, 2], [1, 2, 3, 3]])


@pytest.mark.parametrize("table", [PARITY, S3, FLIP_FLOP, BOUNDED], ids=str)
def test_every_word_of_five_symbols_runs_as_one_symbol_after_the_other(table: np.ndarray) -> None:
    symbols, states = table.shape
    blocks = prefix_doubling.composing_blocks(5, states, 25.0)
    assert len(blocks) == 3
    for word in product(range(symbols), repeat=5):
        for start in range(states):
            given = prefix_doubling.written_states(blocks, table, start, np.array(word))
            true = prefix_states(table, start, np.array(word))
            np.testing.assert_allclose(given, np.eye(states)[true], atol=1e-7)


def test_blunt_attention_errs() -> None:
    blocks = prefix_doubling.composing_blocks(8, 2, 0.1)
    given = prefix_doubling.written_states(blocks, PARITY, 0, np.ones(8, dtype=np.int64))
    assert np.abs(given - np.eye(2)[[1, 0] * 4]).max() > 0.3


def test_layers_are_the_logarithm_rounded_up() -> None:
    lengths = [1, 2, 3, 4, 5, 8, 9, 64]
    assert [prefix_doubling.layers_of(length) for length in lengths] == [0, 1, 2, 2, 3, 3, 4, 6]
    assert [induction.layers_of(hops) for hops in (1, 2, 4, 16)] == [2, 3, 4, 6]


def test_three_turns_are_none_and_turn_and_mirror_do_not_commute() -> None:
    assert prefix_states(S3, 0, np.zeros(3, dtype=np.int64)) == [1, 2, 0]
    assert prefix_states(S3, 0, np.array([0, 1]))[-1] != prefix_states(S3, 0, np.array([1, 0]))[-1]


def test_windows_are_runs_from_every_index_and_state() -> None:
    word = np.random.default_rng(1).integers(3, size=8)
    found = windows(FLIP_FLOP[word])
    assert len(found) == 4
    for power, index, state in product(range(4), range(8), range(2)):
        read = np.roll(word, -index)[: 2**power]
        assert found[power][index, state] == prefix_states(FLIP_FLOP, state, read)[-1]


def test_a_guess_knows_the_first_state_alone() -> None:
    assert best_guess(PARITY, 1) == 0.5
    assert best_guess(FLIP_FLOP, 1) == pytest.approx(2 / 3)
    assert best_guess(np.array([[0, 1], [0, 1]]), 8) == 1.0
    assert best_guess(BOUNDED, 2) == pytest.approx(0.5)


def test_permuting_automata_are_told_from_merging_ones() -> None:
    assert [permutes(table) for table in (PARITY, S3, FLIP_FLOP, BOUNDED)] == [1, 1, 0, 0]


def test_a_hop_goes_from_a_symbol_to_what_followed_it_last() -> None:
    word = np.array([1, 2, 3, 1, 2, 1])  # positions 1 to 6
    assert [induction.hop(word, position) for position in range(7)] == [0, 0, 0, 0, 2, 3, 5]
    assert induction.answers(word, 1) == [0, 0, 0, 2, 3, 2]
    assert induction.answers(word, 2) == [0, 0, 0, 0, 0, 3]


def test_a_symbol_that_was_just_repeated_hops_to_itself() -> None:
    assert induction.answers(np.array([1, 1]), 4) == [0, 1]


@pytest.mark.parametrize("hops", [1, 2, 4, 8])
def test_every_word_of_two_symbols_hops_as_the_definition(hops: int) -> None:
    blocks = induction.hopping_layers(7, 2, hops, 25.0)
    assert len(blocks) == induction.layers_of(hops)
    for word in product((1, 2), repeat=7):
        given = induction.written_answers(blocks, np.array(word), 2, hops)
        true = induction.answers(np.array(word), hops)
        np.testing.assert_allclose(given, np.eye(3)[true], atol=1e-7)


@pytest.fixture
def made(tmp_path: Path) -> dict[str, object]:
    paths = []
    shared = {"words": 3, "sharpness": 25.0, **SEEDS}
    for name, table in {"parity": PARITY, "bounded": BOUNDED}.items():
        params = {"transitions": table.tolist(), "start": 0, "sizes": [1, 2, 5], **shared}
        paths.append(tmp_path / f"{name}.npz")
        data = generate_automaton_outputs.run({}, **params)["data"]
        paths[-1].write_bytes(encode(paths[-1], data))
    hops = tmp_path / "hops.npz"
    params = {"sizes": [1, 2, 4], "length": 12, "alphabet": 3, **shared}
    hops.write_bytes(encode(hops, generate_hop_outputs.run({}, **params)["data"]))
    params = {"root_seed": 0, "names": ["parity", "bounded"], "hop_length": 12}
    return evaluate_parallel_tasks.run({"automata": paths, "hops": hops}, **params)


def test_all_is_right_in_as_many_layers_as_the_formula_says(made: dict[str, object]) -> None:
    metrics = made["metrics"]
    assert isinstance(metrics, dict)
    measured = metrics["composition_parallel_tasks"]
    assert measured["automata_right"]["value"] == measured["hops_right"]["value"] == 1.0
    assert 0 < measured["error"]["value"] < 1e-8
    assert measured["automata_layers_beyond_log"]["value"] == 0.0
    assert measured["hops_layers_beyond_log"]["value"] == 2.0
    assert 0 < measured["hops_answered"]["value"] < 1


def test_the_figure_draws_layers_and_steps(made: dict[str, object], tmp_path: Path) -> None:
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_parallel_tasks.run, table, tmp_path)
    require_legible(figure)
    drawn_values = [[list(line.get_ydata()) for line in axes.lines] for axes in figure.axes]
    assert drawn_values == [[[1, 2, 5], [0, 1, 3]], [[1, 2, 4], [2, 3, 4]]]
    assert "parity, bounded" in written(figure)
