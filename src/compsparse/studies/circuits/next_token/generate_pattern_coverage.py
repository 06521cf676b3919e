"""Step ``generate``: inputs until each pattern of bits was seen (document 000, after Theorem 4)."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64, UInt64

from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_WORD = 64


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    cells: Sequence[tuple[int, int]],
    runs: int,
) -> Outputs:
    """Return ``data``: samples [cell, run], and read_bits and input_bits of each cell.

    Args:
        cells: bits that a function reads, and bits of an input.
    """
    for reads, bits in cells:
        if not 1 <= reads <= bits <= _WORD:
            raise ValueError(
                f"A function of {reads} bits of inputs of {bits} bits: a function reads at least 1 "
                f"and at most all bits, and an input has at most {_WORD}."
            )
    samples = np.empty((len(cells), runs), dtype=np.int64)
    for cell, (reads, bits) in enumerate(cells):
        random = generator(root_seed, *seed_names, reads, bits)
        for trial in range(runs):
            samples[cell, trial] = samples_until_covered(reads, bits, random)
    read_bits, input_bits = np.array(cells).T
    return {"data": {"samples": samples, "read_bits": read_bits, "input_bits": input_bits}}


def samples_until_covered(reads: int, bits: int, random: np.random.Generator) -> int:
    """Return how many inputs are drawn until randomly chosen positions showed every pattern."""
    positions = random.permutation(bits)[:reads].astype(np.uint64)
    missing = np.ones(2**reads, dtype=bool)
    drawn = last = 0
    while missing.any():
        seen = _patterns(random, 2**reads * (reads + 2), positions)
        first = np.full(2**reads, -1, dtype=np.int64)
        first[seen[::-1]] = np.arange(len(seen))[::-1]  # of equal patterns the first one stays
        new = missing & (first >= 0)
        last = drawn + int(first[new].max(initial=0))
        missing &= ~new
        drawn += len(seen)
    return last + 1


def _patterns(
    random: np.random.Generator, count: int, positions: UInt64[np.ndarray, " bit"]
) -> Int64[np.ndarray, " sample"]:
    words = random.integers(2**_WORD, size=count, dtype=np.uint64)
    pattern = np.zeros(count, dtype=np.uint64)
    for place, position in enumerate(positions.tolist()):
        pattern |= ((words >> np.uint64(position)) & np.uint64(1)) << np.uint64(place)
    return pattern.astype(np.int64)
