"""All prefix states of a word of T symbols in ceil(log2 T) layers, written down.

Liu et al. (2023), 'Transformers learn shortcuts to automata', for document 003, 'Efficiently
parallelizable tasks'. Token t holds its symbol's map of states, Q^2 numbers; a token before the
first symbol holds the identity. Layer l attends from t to the token 2^(l-1) before, or
to the first one, and copies its map; an MLP composes the two, for attention is linear in what is
copied and a composition is not. So after layer l token t holds the map of its last 2^l symbols.
A column is [position, T + 1 | map], and for each layer [copied map | composed map].
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.parallel_tasks.automata import Table
from compsparse.studies.composition.written_down.layers import Layer, Tokens, run_layers


@dataclass(frozen=True)
class Block:
    """A layer of attention, and a perceptron of one hidden layer that adds to what it writes."""

    attention: Layer
    up: Float64[np.ndarray, "hidden d"]
    down: Float64[np.ndarray, "d hidden"]

    def __call__(self, tokens: Tokens) -> Tokens:
        """Return Y + W_down relu(W_up Y - 1), where attention makes Y of the tokens."""
        mixed = self.attention(tokens)
        return np.asarray(mixed + self.down @ np.maximum(self.up @ mixed - 1.0, 0.0))


def layers_of(length: int) -> int:
    """Return ceil(log2(T))."""
    return (length - 1).bit_length()


def width(length: int, states: int) -> int:
    """Return the length of a column."""
    return length + 1 + states**2 * (2 * layers_of(length) + 1)


def embed(table: Table, word: Int64[np.ndarray, " t"]) -> Tokens:
    """Return the tokens of a word, with zeros where layers will write."""
    states, length = table.shape[1], len(word)
    tokens = np.zeros((width(length, states), length + 1))
    tokens[: length + 1] = np.eye(length + 1)
    for position, row in enumerate([np.arange(states), *table[word]]):
        tokens[length + 1 : length + 1 + states**2, position] = np.eye(states)[row].reshape(-1)
    return tokens


def composing_blocks(length: int, states: int, sharpness: float) -> list[Block]:
    """Return the layers, the same for all automata with as many states.

    Args:
        length: T, at least 1.
        states: Q.
        sharpness: the logit of the key that each query wants; others have 0.
    """
    d, square = width(length, states), states**2
    position = np.arange(length + 1)
    # the perceptron has a hidden unit for each path q -> p -> r
    q, p, r = np.indices((states, states, states)).reshape(3, -1)
    unit = np.arange(len(q))
    blocks = []
    for layer in range(layers_of(length)):
        held = length + 1 + 2 * layer * square + np.arange(square)
        copied, composed = held + square, held + 2 * square
        block = Block(Layer.zeros(d), np.zeros((len(q), d)), np.zeros((d, len(q))))
        block.attention.keys_and_queries[np.maximum(position - 2**layer, 0), position] = sharpness
        block.attention.values[copied, held] = 1.0
        # active only if both steps of its path are there
        block.up[unit, copied[q * states + p]] = 1.0
        block.up[unit, held[p * states + r]] = 1.0
        block.down[composed[q * states + r], unit] = 1.0
        blocks.append(block)
    return blocks


def written_states(
    blocks: list[Block], table: Table, start: int, word: Int64[np.ndarray, " t"]
) -> Float64[np.ndarray, "t state"]:
    """Return the weight on each state after 1, 2, ..., T symbols."""
    states = table.shape[1]
    tokens = run_layers(blocks, embed(table, word))
    maps = tokens[-(states**2) :].reshape(states, states, -1)
    return maps[start, :, 1:].T
