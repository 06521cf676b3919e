"""Many decompositions of one function, from sparse ones to a single constituent.

Document 000, slide 'Note on Sparse Compositionality': composition alone is no restriction, since f
is the identity after f, and a sparse decomposition is not unique, since levels can be merged.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions import merging
from compsparse.studies.circuits.sparse_functions.merging import TASKS


@stats.evaluates
def run(
    files: stats.Inputs, /, *, inputs: int, merged: Sequence[int], most_variables: int
) -> stats.Evaluation:
    """Return a row per task and decomposition, and statistics over all of them.

    Args:
        inputs: d, all of whose 2^d inputs are checked.
        merged: numbers of levels that become one; all of them are merged, too.
        most_variables: of a constituent of a decomposition that counts as sparse.
    """
    if inputs % 2:
        raise ValueError(f"inputs is {inputs}; two numbers of equal width need an even number.")
    bits = all_inputs(inputs)
    rows, entries = [], []
    for name, task in TASKS.items():
        levels = inputs // task.fresh
        expected = task.expected(bits)
        # always also all levels in one: f after the identity
        for together in sorted({min(count, levels) for count in merged} | {1, levels}):
            cuts = merging.even_cuts(levels, together)
            decomposition = merging.merged(task, cuts)
            entries.append(sum(_block_entries(name, *block) for block in pairwise(cuts)))
            rows.append(
                {
                    "task": name,
                    "inputs": inputs,
                    "together": together,
                    "depth": len(decomposition.blocks),
                    "constituents": decomposition.constituents,
                    "arity": decomposition.arity,
                    "entries": decomposition.entries,
                    "wrong": int((decomposition.evaluate(bits) != expected).sum()),
                }
            )
    table = pd.DataFrame(rows)
    ways = {
        f"sparse_decompositions_{name}": stats.exact(
            merging.count_mergings(task, inputs // task.fresh, most_variables)
        )
        for name, task in TASKS.items()
    }
    return stats.Evaluation(table, _held(table, np.array(entries)) | ways)


def _held(
    table: pd.DataFrame, entries: Int64[np.ndarray, " decomposition"]
) -> dict[str, stats.Interval]:
    apart = table[table["together"] == 1]
    whole = table[table["depth"] == 1]
    # a tree of constituents with k variables each joins d inputs in (d - 1) / (k - 1) of them
    reach = table["constituents"] * (table["arity"] - 1) / (table["inputs"] - 1)
    values = {
        "wrong_outputs": (table["wrong"].sum(), table),
        "wrong_entries": ((table["entries"] != entries).sum(), table),
        "largest_arity_of_levels": (apart["arity"].max(), apart),
        "least_arity_of_whole": ((whole["arity"] / whole["inputs"]).min(), whole),
        "most_entries_of_levels": ((apart["entries"] / apart["inputs"]).max(), apart),
        "least_entries_of_whole": ((np.log2(whole["entries"]) / whole["inputs"]).min(), whole),
        "least_reach": (reach.min(), table),
    }
    return {name: stats.exact(float(value), len(rows)) for name, (value, rows) in values.items()}


def _block_entries(task: str, start: int, stop: int) -> int:
    """Return the entries of a block's tables: of the next state, of each sum bit of addition."""
    # the state depends on all inputs of the block, sum bit j on those of the first j levels
    read = int(start > 0)  # variables besides the block's inputs: the state before
    state: int = 2 ** (read + TASKS[task].fresh * (stop - start))
    bits: int = sum(2 ** (read + 2 * level) for level in range(1, stop - start + 1))
    return state + (bits if task == "addition" else 0)
