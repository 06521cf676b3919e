"""Many decompositions of one function, from sparse ones to a single constituent.

Document 000, slide 'Note on Sparse Compositionality': composition alone is no restriction, since f
is the identity after f, and a sparse decomposition is not unique, since levels can be merged.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions import merging
from compsparse.studies.circuits.sparse_functions.levels import TASKS


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per task and decomposition, and what holds of all of them."""
    d = params["inputs"]
    if d % 2:
        raise ValueError(f"inputs is {d}; two numbers of as many bits need an even number.")
    bits = all_inputs(d)
    rows = []
    for name, task in TASKS.items():
        levels = d // task.fresh
        expected = task.expected(bits)
        # all levels in one, whatever is asked for: f after the identity
        for together in sorted({min(count, levels) for count in params["merged"]} | {1, levels}):
            decomposition = merging.merged(task, merging.even_cuts(levels, together))
            rows.append(
                {
                    "task": name,
                    "inputs": d,
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
            merging.count_mergings(task, d // task.fresh, params["most_variables"])
        )
        for name, task in TASKS.items()
    }
    return stats.Evaluation(table, _held(table) | ways)


def _held(table: pd.DataFrame) -> dict[str, stats.Interval]:
    apart = table[table["together"] == 1]
    whole = table[table["depth"] == 1]
    # constituents that lead all d inputs to one output join k of them each, and make one of these
    reach = table["constituents"] * (table["arity"] - 1) / (table["inputs"] - 1)
    count = len(table)
    return {
        "wrong_outputs": stats.exact(int(table["wrong"].sum()), count),
        "wrong_entries": stats.exact(int((table["entries"] != _entries(table)).sum()), count),
        "largest_arity_of_levels": stats.exact(int(apart["arity"].max()), len(apart)),
        "least_arity_of_whole": stats.exact(
            float((whole["arity"] / whole["inputs"]).min()), len(whole)
        ),
        "most_entries_of_levels": stats.exact(
            float((apart["entries"] / apart["inputs"]).max()), len(apart)
        ),
        "least_entries_of_whole": stats.exact(
            float((np.log2(whole["entries"]) / whole["inputs"]).min()), len(whole)
        ),
        "least_reach": stats.exact(float(reach.min()), count),
    }


def _entries(table: pd.DataFrame) -> "pd.Series[int]":
    """Return the number of entries by arithmetic, block by block."""
    return table.apply(
        lambda row: sum(
            _block_entries(row["task"], length, follows=start > 0)
            for start, length in _blocks(row["inputs"], row["task"], row["together"])
        ),
        axis=1,
    )


def _blocks(inputs: int, task: str, together: int) -> list[tuple[int, int]]:
    levels = inputs // TASKS[task].fresh
    return [(start, min(together, levels - start)) for start in range(0, levels, together)]


def _block_entries(task: str, length: int, *, follows: bool) -> int:
    """Return the entries of a block's tables: of the next state, of each sum bit of addition."""
    # the state depends on all inputs of the block, sum bit j on those of the first j levels
    read = int(follows)  # variables besides the block's inputs
    state: int = 2 ** (read + TASKS[task].fresh * length)
    bits: int = sum(2 ** (read + 2 * level) for level in range(1, length + 1))
    return state + (bits if task == "addition" else 0)
