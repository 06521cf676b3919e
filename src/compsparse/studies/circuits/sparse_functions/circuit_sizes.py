"""Numbers of functions by the size of their smallest circuit, over all gates of two wires.

Chains, normal functions (``formula_sizes``) made one by one from inputs and earlier ones, are
listed gate by gate; for the last gate it is enough to look at what can be made.
"""

from collections.abc import Iterator

import numpy as np
from jaxtyping import Bool, Int64, UInt

from compsparse.studies.circuits.sparse_functions import formula_sizes as formulas

Chains = UInt[np.ndarray, "chain gate"]
Variables = UInt[np.ndarray, " input"]

LARGEST = 5  # inputs: a table fits into 32 bits
_BLOCK = 2**21  # functions made at once
_KEY = 63  # bits of the whole number that names a chain


def functions_by_size(inputs: int, gates: int) -> list[UInt[np.ndarray, " function"]]:
    """Return the normal functions whose smallest circuit has 0, 1, ..., ``gates`` gates, sorted."""
    if not 2 <= inputs <= LARGEST or gates < 1:
        raise ValueError(
            f"Circuits of {gates} gates on {inputs} inputs; at least 1 gate and 2 to {LARGEST} "
            "inputs can be listed."
        )
    narrow = np.uint16 if inputs <= formulas.LARGEST else np.uint32
    variables = formulas.input_functions(inputs).astype(narrow)
    known = np.sort(np.concatenate([np.zeros(1, dtype=narrow), variables]))
    sizes = [known]
    chains = np.empty((1, 0), dtype=narrow)
    for size in range(1, gates + 1):
        sizes.append(np.setdiff1d(_made(variables, chains), known, assume_unique=True))
        known = np.union1d(known, sizes[-1])
        if size < gates:
            chains = _extended(variables, chains, known)
    return sizes


def _next_functions(
    variables: Variables, chains: Chains
) -> Iterator[tuple[UInt[np.ndarray, "part gate"], UInt[np.ndarray, "part function"]]]:
    """Yield parts of the chains, and all functions that one more gate makes of each chain."""
    wires = len(variables) + chains.shape[1]
    first, second = np.triu_indices(wires, 1)
    rows = max(1, _BLOCK // (5 * len(first)))  # five gates join each pair of wires
    for start in range(0, len(chains), rows):
        part = chains[start : start + rows]
        inputs = np.broadcast_to(variables, (len(part), len(variables)))
        read = np.concatenate([inputs, part], axis=1)
        yield part, np.concatenate(formulas.joined(read[:, first], read[:, second]), axis=1)


def _made(variables: Variables, chains: Chains) -> UInt[np.ndarray, " function"]:
    """Return the functions that one more gate makes, sorted."""
    if len(variables) > formulas.LARGEST:  # too many functions for a mark on each
        parts = [np.unique(functions) for _, functions in _next_functions(variables, chains)]
        return np.unique(np.concatenate(parts))
    marks: Bool[np.ndarray, " function"] = np.zeros(2**2 ** len(variables), dtype=bool)
    for _, functions in _next_functions(variables, chains):
        marks[functions] = True
    return np.flatnonzero(marks).astype(variables.dtype)


def _extended(
    variables: Variables, chains: Chains, known: UInt[np.ndarray, " known"]
) -> UInt[np.ndarray, "longer gate+1"]:
    """Return the chains of one more gate, each once, whatever the order of its gates."""
    bits = len(known).bit_length()
    length = chains.shape[1] + 1
    if bits * length > _KEY:
        raise ValueError(
            f"Chains of {length} gates on {len(variables)} inputs are too many to list; "
            "ask for fewer gates."
        )
    shifts = bits * np.arange(length)
    idle = np.searchsorted(known, np.append(variables, np.zeros(1, dtype=variables.dtype)))
    keys = np.empty(0, dtype=np.int64)
    for part, functions in _next_functions(variables, chains):
        before = np.searchsorted(known, part)
        last = np.searchsorted(known, functions)
        fresh = ~np.isin(last, idle)
        for gate in range(length - 1):
            fresh &= last != before[:, gate, None]
        row, column = np.nonzero(fresh)
        longer: Int64[np.ndarray, "part gate"] = np.concatenate(
            [before[row], last[row, column][:, None]], axis=1
        )
        named = (np.sort(longer, axis=1) << shifts).sum(axis=1)
        keys = np.union1d(keys, named)
    return np.asarray(known[keys[:, None] >> shifts & (2**bits - 1)])
