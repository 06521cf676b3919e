"""Step ``generate``: attention of every layer on one sequence, with theory's keys."""

import numpy as np
import torch
from torch.nn.functional import one_hot

from compsparse.studies.composition.attention.model import attended, theory_keys
from compsparse.studies.composition.task.hops import all_hops, layers_needed, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``attention`` [layer, query, key], of the attention-only model with theory's keys.

    Params: folds, symbols, sharpness. ``wanted`` [layer, query] is the key of the document's
    parallel solution, which is taken from the hops themselves: (i, pi_i(j)) in layer 1, and
    (i + h, the h hops of (i, j)), h = 2^(l - 1), in layer l + 1. ``symbols`` [1] is N.
    """
    folds, symbols = params["folds"], params["symbols"]
    random = generator(params["root_seed"], *params["seed_names"])
    hidden, read = permutations(random, 2, folds, symbols=symbols)
    layers, tokens = layers_needed(folds), folds * symbols
    keys = theory_keys(torch.from_numpy(hidden[None]), layers)
    weights = [params["sharpness"] * one_hot(key, tokens).to(torch.float32) for key in keys]
    looked = attended(weights, torch.from_numpy(read[None, None]))
    start = np.arange(folds)[:, None] * symbols
    hops = all_hops(read, hidden)
    later = [np.roll(start, -(2**power), axis=0) + of for power, of in enumerate(hops[:-1])]
    wanted = [(hidden + start).reshape(-1), *(of.reshape(-1) for of in later)]
    return {
        "data": {
            "attention": np.stack([of[0, 0].numpy() for of, _ in looked]),
            "wanted": np.stack(wanted),
            "symbols": np.array([symbols]),
        }
    }
