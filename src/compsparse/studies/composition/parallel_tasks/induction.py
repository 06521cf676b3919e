"""k-hop induction heads: their definition, and log2(k) + 2 attention layers that compute them.

Sanford, Hsu and Telgarsky (2024), 'Transformers, parallel computation, and logarithmic depth', for
document 003, 'Efficiently parallelizable tasks'. A hop from position i goes to the last position
j <= i whose predecessor holds the symbol of i: from a symbol to what last followed it. The
answer to k hops from i is the symbol where they end, or nothing if one finds no such position.
Positions are counted from 1; position 0 holds nothing, and hops that fail go and stay there.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.written_down.layers import Layer, Tokens, run_layers

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
        position = start
        for _ in range(hops):
            position = hop(word, position)
        found.append(int(word[position - 1]) if position else NOTHING)
    return found


def layers_of(hops: int) -> int:
    """Return log2(k) + 2, for k a power of two."""
    return hops.bit_length() + 1


def width(length: int, alphabet: int, hops: int) -> int:
    """Return the length of a column: position, current and previous symbol, a pair per layer."""
    positions, symbols = length + 1, alphabet + 1
    return positions + 2 * symbols + (layers_of(hops) - 1) * (positions + symbols)


def embed(word: Int64[np.ndarray, " t"], alphabet: int, hops: int) -> Tokens:
    """Return the tokens of a word, with zeros where layers will write."""
    positions = len(word) + 1
    tokens = np.zeros((width(len(word), alphabet, hops), positions))
    tokens[:positions] = np.eye(positions)
    tokens[positions + np.concatenate([[NOTHING], word]), np.arange(positions)] = 1.0
    return tokens


def hopping_layers(length: int, alphabet: int, hops: int, sharpness: float) -> list[Layer]:
    """Return the layers for k = ``hops``, a power of two.

    Layer 1 copies the symbol of the position before. Layer 2 attends to the last position that has
    copied the query's symbol, and copies position and symbol: one hop. Each later layer attends to
    where the hops so far lead, and copies where as many hops lead from there.

    Args:
        length: T.
        alphabet: how many symbols there are.
        hops: k.
        sharpness: by how much the logit of the wanted key exceeds all others.
    """
    d, positions, symbols = width(length, alphabet, hops), length + 1, alphabet + 1
    position = np.arange(positions)
    current = positions + np.arange(symbols)
    before = current + symbols
    previous = Layer.zeros(d)
    previous.keys_and_queries[np.maximum(position - 1, 0), position] = sharpness
    previous.values[before, current] = 1.0

    # logits in units of the sharpness: T + 1 plus its position for a match, T + 1 for position 0,
    # its position for other keys; a key after the query has too little even if it matches
    key, query = position[:, None], position[None, :]
    score = np.where(key == 0, positions, key)
    first = Layer.zeros(d)
    first.keys_and_queries[:positions, :positions] = sharpness * np.where(
        key > query, -positions, score
    )
    first.keys_and_queries[before[1:], current[1:]] = sharpness * positions
    led = before[-1] + 1 + np.arange(positions + symbols)
    first.values[led, np.concatenate([position, current])] = 1.0

    layers = [previous, first]
    while len(layers) < layers_of(hops):
        further = Layer.zeros(d)
        further.keys_and_queries[position, led[:positions]] = sharpness
        further.values[led + len(led), led] = 1.0
        layers.append(further)
        led = led + len(led)
    return layers


def written_answers(
    layers: list[Layer], word: Int64[np.ndarray, " t"], alphabet: int, hops: int
) -> Float64[np.ndarray, "t symbol"]:
    """Return the weight on nothing and on each symbol, at each position."""
    tokens = run_layers(layers, embed(word, alphabet, hops))
    return tokens[-(alphabet + 1) :, 1:].T
