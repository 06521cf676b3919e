"""Step ``train``: decision trees over the last words of stories, and tables of the last word."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.stories import template, token_tree
from compsparse.studies.circuits.local_steps.stories.template import judged
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(
    inputs: Inputs,
    world: StepWorld,
    *,
    sizes: Sequence[int],
    window: int,
    least_gain: float,
    smoothing: float,
    runs: int,
) -> Outputs:
    """Learn from stories drawn at random, and evaluate on all stories.

    Returns ``model``: ``sizes``; and by run and size, ``leaves`` and ``tree_`` and ``bigram_`` with
    ``cross_entropy`` and ``consistent``.

    Args:
        sizes: numbers of training stories, increasing.
        window: words that the tree sees.
        least_gain: least decrease of impurity, times samples, of a split.
        smoothing: added to every count.
    """
    stories, words = steps.stories_in_world(template.all_stories(), world), len(template.WORDS)
    seen = template.contexts(stories, window)
    flat = seen.reshape(-1, window)
    last = seen[..., 0].astype(np.int64)
    shape = (runs, len(sizes))
    curves = {
        f"{model}_{name}": np.zeros(shape)
        for model in ("tree", "bigram")
        for name in ("cross_entropy", "consistent")
    }
    leaves = np.zeros(shape, dtype=np.int64)
    for index in range(runs):
        drawn = world.random("stories", index).integers(len(stories), size=sizes[-1])
        for column, size in enumerate(sizes):
            given = seen[drawn[:size]].reshape(-1, window)
            following = stories[drawn[:size]].ravel()
            tree = token_tree.grow(given, following, words, least_gain)
            pairs = given[:, 0].astype(np.int64) * words + following
            bigrams = np.bincount(pairs, minlength=(words + 1) * words).reshape(-1, words)
            models = {
                "tree": (tree.counts, tree.leaf(flat).reshape(stories.shape)),
                "bigram": (bigrams, last),
            }
            leaves[index, column] = tree.leaves
            for model, (counts, cases) in models.items():
                found = judged(counts, cases, stories, smoothing)
                curves[f"{model}_cross_entropy"][index, column] = found.cross_entropy
                curves[f"{model}_consistent"][index, column] = found.consistent
    return {"model": {"sizes": np.array(sizes), "leaves": leaves, **curves}}
