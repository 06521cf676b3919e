"""Programs whose tokens are random functions of the whole input."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.next_token import generate_token_examples
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.next_token.program import sequences
from compsparse.studies.circuits.worlds.tokens import RandomTokens
from tests.unit.studies.step_files import arrays, stored

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "test"],
    "task": "addition",
    "bits": 5,
    "runs": 2,
    "training": 13,
    "held_out": 9,
}


def program(tmp_path: Path, **params: Any) -> Any:
    made = arrays(generate_token_examples.run({}, **PARAMS | params))
    return read_examples(stored(tmp_path / "data.npz", made)).program


def test_tokens_are_even_and_independent_of_each_other_and_of_bits(tmp_path: Path) -> None:
    made = program(tmp_path, world="random_tokens")
    assert isinstance(made, RandomTokens)
    bits = all_inputs(made.inputs)
    tokens = sequences(made, bits)
    np.testing.assert_array_equal(tokens[:, : made.inputs], bits)
    signs = np.where(tokens, 1.0, -1.0)
    correlations = signs.T @ signs / len(bits) - np.eye(signs.shape[1])
    # 1024 inputs: five standard deviations
    assert np.abs(correlations).max() < 5 / 32
    assert np.abs(signs.mean(axis=0)).max() < 5 / 32


def test_tokens_depend_on_the_input_alone_and_on_all_of_it(tmp_path: Path) -> None:
    made = program(tmp_path, world="random_tokens")
    bits = all_inputs(made.inputs)
    both = sequences(made, np.stack([bits, bits[::-1]]))
    np.testing.assert_array_equal(both[0], both[1][::-1])
    for bit in range(made.inputs):
        other = bits.copy()
        other[:, bit] ^= True
        changed = sequences(made, other)[:, made.inputs :] != both[0][:, made.inputs :]
        assert 0.4 < changed.mean() < 0.6


def test_bits_beyond_a_word_count_too() -> None:
    empty = np.zeros(0, dtype=np.int64)
    made = RandomTokens(
        70,
        np.zeros(8, dtype=np.int64),
        np.zeros(9, dtype=np.int64),
        empty.astype(np.int32),
        empty,
        np.array([70], dtype=np.int32),
        7,
    )
    inputs = np.zeros((200, 70), dtype=bool)
    changed = inputs.copy()
    changed[:, 69] = True
    assert (made.tokens(inputs) != made.tokens(changed))[:, 70:].mean() > 0


def test_other_worlds_leave_the_program_alone(tmp_path: Path) -> None:
    plain, same = program(tmp_path), program(tmp_path, world="identity")
    assert not isinstance(same, RandomTokens)
    np.testing.assert_array_equal(plain.sources, same.sources)
    wrong = program(tmp_path, world="wrong_sources")
    assert not np.array_equal(plain.sources, wrong.sources)
