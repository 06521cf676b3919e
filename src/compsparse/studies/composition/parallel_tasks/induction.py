"""k-hop induction heads: their definition, and log2(k) + 2 attention layers that answer them.

Sanford, Hsu and Telgarsky (2024), 'Transformers, parallel computation, and logarithmic depth', for
document 003, 'Efficiently parallelizable tasks'. A hop from position i goes to the last position
j <= i whose predecessor holds the symbol of i: from a symbol to what came after it the last time.
k hops from i answer the symbol where they end, or nothing if one of them finds no such position.
Positions are counted from 1; position 0 holds nothing and is where a hop that fails goes and stays.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.parallel_tasks.blocks import Block, passed

NOTHING = 0  # the symbol of position 0; others are 1, 2, ...


def hop(word: Int64[np.ndarray, " t"], position: int) -> int:
    """Return where a hop from a position goes; ``word`` has the symbols of the positions 1 to T."""
    if position == 0:
        return 0
    symbols = [NOTHING, *word]
    found = [j for j in range(2, position + 1) if symbols[j - 1] == symbols[position]]
    return found[-1] if found else 0


def answers(word: Int64[np.ndarray, " t"], hops: int) -> list[int]:
    """Return the answer at each position, hop after hop."""
    found = []
    for start in range(1, len(word) + 1):
        at = start
        for _ in range(hops):
            at = hop(word, at)
        found.append(int(word[at - 1]) if at else NOTHING)
    return found


def layers_of(hops: int) -> int:
    """Return log2(k) + 2, for k a power of two."""
    return hops.bit_length() + 1


def width(length: int, alphabet: int, hops: int) -> int:
    """Return the length of a column: position, own and previous symbol, then a pair a layer."""
    positions, symbols = length + 1, alphabet + 1
    return positions + 2 * symbols + (layers_of(hops) - 1) * (positions + symbols)


def embedded(
    word: Int64[np.ndarray, " t"], alphabet: int, hops: int
) -> Float64[np.ndarray, "d token"]:
    """Return the tokens of a word, with room to write."""
    positions = len(word) + 1
    tokens = np.zeros((width(len(word), alphabet, hops), positions))
    tokens[:positions] = np.eye(positions)
    tokens[positions + np.concatenate([[NOTHING], word]), np.arange(positions)] = 1.0
    return tokens


def hopping_blocks(length: int, alphabet: int, hops: int, sharpness: float) -> list[Block]:
    """Return the layers for k = ``hops``, a power of two; no answer depends on other weights.

    Layer 1 copies the symbol of the position before. Layer 2 goes to the last position that has
    copied the query's own symbol, and copies position and symbol: one hop. Each later layer goes
    where the hops so far have led, and copies what as many hops from there led to.

    Args:
        length: T.
        alphabet: how many symbols there are.
        hops: k.
        sharpness: by how much the score of the wanted key exceeds all others.
    """
    d, positions, symbols = width(length, alphabet, hops), length + 1, alphabet + 1
    at = np.arange(positions)
    own = positions + np.arange(symbols)
    before = own + symbols
    previous = Block(np.zeros((d, d)), np.zeros((d, d)))
    previous.keys_and_queries[np.maximum(at - 1, 0), at] = sharpness
    previous.values[before, own] = 1.0

    # scores in units of the sharpness: a match has T + 1 and its position, position 0 has T + 1,
    # no match its position alone, and what comes later than the query has too little even if it is
    # a match
    key, query = at[:, None], at[None, :]
    score = np.where(key == 0, positions, key)
    first = Block(np.zeros((d, d)), np.zeros((d, d)))
    first.keys_and_queries[:positions, :positions] = sharpness * np.where(
        key > query, -positions, score
    )
    first.keys_and_queries[before[1:], own[1:]] = sharpness * positions
    led = before[-1] + 1 + np.arange(positions + symbols)
    first.values[led, np.concatenate([at, own])] = 1.0

    blocks = [previous, first]
    while len(blocks) < layers_of(hops):
        further = Block(np.zeros((d, d)), np.zeros((d, d)))
        further.keys_and_queries[at, led[:positions]] = sharpness
        further.values[led + len(led), led] = 1.0
        blocks.append(further)
        led = led + len(led)
    return blocks


def answers_written(
    blocks: list[Block], word: Int64[np.ndarray, " t"], alphabet: int, hops: int
) -> Float64[np.ndarray, "t symbol"]:
    """Return the weight on nothing and on each symbol, at each position."""
    tokens = passed(blocks, embedded(word, alphabet, hops))
    return tokens[-(alphabet + 1) :, 1:].T
