"""Step ``generate``: the attention of every layer on one sequence, with theory's keys."""

from collections.abc import Sequence

import numpy as np
import torch
from torch.nn.functional import one_hot

from compsparse.studies.composition.attention.model import attend, theory_keys
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
    keys = theory_keys(torch.from_numpy(hidden[None]), layers_needed(folds))
    weights = [sharpness * one_hot(key, folds * symbols).to(torch.float32) for key in keys]
    attention = [layer[0, 0] for layer, _ in attend(weights, torch.from_numpy(read[None, None]))]
    start = np.arange(folds)[:, None] * symbols
    hops = all_hops(read, hidden)
    later = [np.roll(start, -(2**power), axis=0) + hop for power, hop in enumerate(hops[:-1])]
    wanted = [tokens.reshape(-1) for tokens in (hidden + start, *later)]
    return {
        "data": {
            "attention": torch.stack(attention).numpy(),
            "wanted": np.stack(wanted),
            "symbols": np.array([symbols]),
        }
    }
