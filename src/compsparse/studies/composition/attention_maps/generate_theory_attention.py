"""Step ``generate``: the attention of every layer on one sequence, with theory's keys."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.composition.attention.model import Read, attend, theory_keys
from compsparse.studies.composition.task.hops import all_hops, layers_needed, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    folds: int,
    symbols: int,
    sharpness: float,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return ``attention`` [layer, query, key] of the attention-only model with theory's keys.

    ``wanted`` [layer, query] is the key of the document's parallel solution, computed from the hops
    themselves: (i, pi_i(j)) in layer 1, and (i + h, the h hops of (i, j)), h = 2^(l - 1), in layer
    l + 1. ``symbols`` [1] is N.

    Args:
        sharpness: logit of the wanted key.
    """
    random = generator(root_seed, *seed_names)
    hidden, read = permutations(random, 2, folds, symbols=symbols)
    codes = sharpness * np.eye(folds * symbols, dtype=np.float32)
    weights = [codes[key] for key in theory_keys(hidden, layers_needed(folds))]
    first, *later = (layer for layer, _ in attend(weights, Read(read[None])))
    attention = [first, *(layer[0] for layer in later)]
    start = np.arange(folds)[:, None] * symbols
    hops = all_hops(read, hidden)
    joined = [np.roll(start, -(2**power), axis=0) + hop for power, hop in enumerate(hops[:-1])]
    wanted = [tokens.reshape(-1) for tokens in (hidden + start, *joined)]
    return {
        "data": {
            "attention": np.stack(attention),
            "wanted": np.stack(wanted),
            "symbols": np.array([symbols]),
        }
    }
