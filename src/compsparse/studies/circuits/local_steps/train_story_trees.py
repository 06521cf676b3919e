"""Step ``train``: grow trees over the last words of stories, beside tables of the last word."""

import numpy as np

from compsparse.studies.circuits.local_steps.stories import template, token_tree
from compsparse.studies.circuits.local_steps.stories.judged import judged
from compsparse.studies.circuits.worlds import steps
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Learn from stories drawn at random, and judge over all stories.

    Params: those of ``TokenTrees``. Returns ``model``: ``sizes``; and by run and size, ``leaves``
    and ``tree_`` and ``bigram_`` with ``cross_entropy`` and ``consistent``.
    """
    stories, words = steps.told(template.all_stories(), params), len(template.WORDS)
    seen = template.contexts(stories, params["window"])
    flat = seen.reshape(-1, params["window"])
    last = seen[..., 0].astype(np.int64)
    sizes, shape = params["sizes"], (params["runs"], len(params["sizes"]))
    curves = {
        f"{model}_{name}": np.zeros(shape)
        for model in ("tree", "bigram")
        for name in ("cross_entropy", "consistent")
    }
    leaves = np.zeros(shape, dtype=np.int64)
    for index in range(params["runs"]):
        random = generator(params["root_seed"], *params["seed_names"], "stories", index)
        drawn = random.integers(len(stories), size=sizes[-1])
        for column, size in enumerate(sizes):
            given = seen[drawn[:size]].reshape(-1, params["window"])
            following = stories[drawn[:size]].ravel()
            tree = token_tree.grow(given, following, words, params["least_gain"])
            pairs = given[:, 0].astype(np.int64) * words + following
            bigrams = np.bincount(pairs, minlength=(words + 1) * words).reshape(-1, words)
            models = {
                "tree": (tree.counts, tree.leaf(flat).reshape(stories.shape)),
                "bigram": (bigrams, last),
            }
            leaves[index, column] = tree.leaves
            for model, (counts, cases) in models.items():
                found = judged(counts, cases, stories, params["smoothing"])
                curves[f"{model}_cross_entropy"][index, column] = found.cross_entropy
                curves[f"{model}_consistent"][index, column] = found.consistent
    return {"model": {"sizes": np.array(sizes), "leaves": leaves, **curves}}
