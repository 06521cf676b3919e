"""Inputs as bits, x with bit i on wire i, and packed: bit b of word w is of input 64 w + b."""

import numpy as np
from jaxtyping import Bool, UInt64

WORD = 64


def all_inputs(bits: int) -> Bool[np.ndarray, "input bit"]:
    """Return all 2^bits inputs, number x in row x."""
    if not 0 <= bits <= 24:
        raise ValueError(f"All inputs of {bits} bits are too many to hold; at most 24 bits.")
    return bits_of(np.arange(2**bits, dtype=np.uint64), bits)


def bits_of(numbers: UInt64[np.ndarray, " input"], bits: int) -> Bool[np.ndarray, "input bit"]:
    """Return the lowest bits of whole numbers, least significant first."""
    places = np.arange(bits, dtype=np.uint64)
    return ((numbers[:, None] >> places) & np.uint64(1)).astype(bool)


def numbers_of(bits: Bool[np.ndarray, "input bit"]) -> UInt64[np.ndarray, " input"]:
    """Return the whole numbers of bits, least significant first."""
    if bits.shape[1] > WORD:
        raise ValueError(f"{bits.shape[1]} bits do not fit into a whole number of 64.")
    places = np.arange(bits.shape[1], dtype=np.uint64)
    return np.asarray((bits.astype(np.uint64) << places).sum(axis=1, dtype=np.uint64))


def packed(bits: Bool[np.ndarray, "input bit"]) -> UInt64[np.ndarray, "bit word"]:
    """Pack 64 inputs into each word; the last word is filled with zeros."""
    inputs, width = bits.shape
    words = -(-inputs // WORD)
    padded = np.zeros((width, words * WORD), dtype=bool)
    padded[:, :inputs] = bits.T
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def unpacked(words: UInt64[np.ndarray, "bit word"], inputs: int) -> Bool[np.ndarray, "input bit"]:
    """Return the bits of the first inputs of packed words."""
    stored = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8)
    return np.unpackbits(stored, axis=1, bitorder="little")[:, :inputs].T.astype(bool)
