"""Step ``generate``: answer the same questions by a chain of thought, and in one step."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.chain_of_thought.stepping_layer import stepping_layer, thought
from compsparse.studies.composition.chain_of_thought.work import WAYS, Work
from compsparse.studies.composition.task.hops import chain, permutations, single_hops
from compsparse.studies.composition.written_down.layers import Permutations, composing_layers, embed
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    files: Inputs,
    /,
    *,
    folds: Sequence[int],
    symbols: Sequence[int],
    sharpness: float,
    inputs: int,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return accuracy, depth and operations of each way to answer, for each k and N.

    ``right`` [fold, symbols, way] is accuracy, of a chain with all its symbols; ``passes`` [fold,
    symbols, way] are steps of inference, ``depth`` layers in sequence. ``operations`` [fold,
    symbols, way, count] are those of one chain, of layers asked once and of layers asked at all k N
    tokens, dense and without zeros, the mean over sequences.

    Args:
        sharpness: logit of the key that a query wants.
        inputs: sequences of each cell, each with hidden permutations of its own, in which every
            (1, x) is asked.
    """
    shape = len(folds), len(symbols), len(WAYS)
    right, operations = np.zeros(shape), np.zeros((*shape, 2))
    passes, depth = np.ones(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for a, k in enumerate(folds):
        for b, n in enumerate(symbols):
            random = generator(root_seed, *seed_names, k, n)
            for hidden, read in permutations(random, inputs, 2, k, symbols=n):
                wanted = _steps(hidden, read)
                for way, name in enumerate(WAYS):
                    found = _asked(name, hidden, read, wanted, sharpness)
                    right[a, b, way] += found.right
                    operations[a, b, way] += found.work
                    passes[a, b, way], depth[a, b, way] = found.passes, found.depth
    return {
        "data": {
            "folds": np.array(folds),
            "symbols": np.array(symbols),
            "right": right / inputs,
            "operations": operations / inputs,
            "passes": passes,
            "depth": depth,
        }
    }


@dataclass(frozen=True)
class _Found:
    """The result of one way to answer on one sequence."""

    right: float
    work: tuple[float, float]
    passes: int
    depth: int


def _asked(
    way: str,
    hidden: Permutations,
    read: Permutations,
    wanted: Int64[np.ndarray, "symbol fold"],
    sharpness: float,
) -> _Found:
    folds, symbols = read.shape
    work = Work()
    if way == "chain":
        layer = stepping_layer(hidden, sharpness)
        thoughts = np.stack([thought(layer, read, x, work) for x in range(symbols)])
        right = float((thoughts == wanted).all(axis=1).mean())
        per_chain = work.dense / symbols, work.without_zeros / symbols
        return _Found(right, per_chain, thoughts.shape[1], thoughts.shape[1])
    layers = composing_layers(hidden, sharpness)
    tokens = embed(read)
    for layer in layers[:-1]:
        tokens = work.attend(layer, tokens, tokens)
    # the first token is (1, 0), and the first N are all (1, x)
    asked = 1 if way == "direct_one" else folds * symbols
    out = work.attend(layers[-1], tokens, tokens[:, :asked])
    # from index 1, k hops end at index k; the last layer writes them as hops of the first index
    answers = out[-folds * symbols :].reshape(folds, symbols, asked)[0].argmax(axis=0)[:symbols]
    right = float((answers == wanted[: len(answers), -1]).mean())
    return _Found(right, (float(work.dense), float(work.without_zeros)), 1, len(layers))


def _steps(hidden: Permutations, read: Permutations) -> Int64[np.ndarray, "symbol fold"]:
    """Return where 1, 2, ..., k hops lead from every (1, x)."""
    symbols = read.shape[1]
    hops = np.broadcast_to(single_hops(read, hidden), (symbols, *read.shape))
    return chain(hops, np.arange(symbols))
