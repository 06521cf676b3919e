"""Step ``train``: the attention-only model on stories, at several rates, all runs at once.

The stories are a fixed pool of texts, read into permutations. Labels are 1, 2 and 4 hops, 2^l of
them after layer l + 1, as in the document's mixture, from every index where the hops end at an
answer: who picked up what, with whom someone plays, where someone is, and these in turn.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.attention.gradient import Part, gradient
from compsparse.studies.composition.attention.model import Read
from compsparse.studies.composition.attention.training import (
    Models,
    Slopes,
    accuracy_of_longest,
    first_layers,
    right_pairs,
    updates,
)
from compsparse.studies.composition.story import words
from compsparse.studies.composition.story.stories import read_stories
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs, single

_LAYERS = layers_needed(words.FOLDS)


def run(
    inputs: Inputs,
    *,
    rates: Sequence[float],
    steps: int,
    sequences: int,
    initial_scale: float,
    root_seed: int,
    seed_names: Sequence[str],
    world: World = "none",
) -> Outputs:
    """Return the layers of the best rate, [run, layer, token, token], and the permutations.

    ``validation`` [rate] is the fraction of stories answered, which chooses the rate.

    Args:
        sequences: stories of a batch.
        initial_scale: standard deviation of the initial weights.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    path = single(inputs, "stories")
    pool, held_out = (
        np.stack(
            [
                words.read_as(stories.relations, permutations)
                for stories, permutations in zip(told, task.hidden, strict=True)
            ]
        )
        for told in (
            read_stories(path, part, hidden.shape[2]) for part in ("training", "validation")
        )
    )
    models = Models(first_layers(task, seeds, _LAYERS, initial_scale), rates)
    randoms = seeds.generators("stories")

    def draw(step: int) -> list[Slopes]:
        chosen = [random.integers(pool.shape[1], size=sequences) for random in randoms]
        batch = np.stack([stories[index] for stories, index in zip(pool, chosen, strict=True)])
        read, answers = task.answered(randoms, batch)
        return [
            _slopes(task, stories, [hop[run] for hop in answers])
            for run, stories in enumerate(read)
        ]

    for _ in updates(models, draw, [steps]):
        pass  # nothing is measured on the way
    read, answers = task.answered(seeds.generators("validation"), held_out)
    tests = [(Read(stories), answers[-1][run]) for run, stories in enumerate(read)]
    shares = accuracy_of_longest(task, models, tests, indices=1).mean(axis=1)
    best = int(shares.argmax())
    return {
        "model": {
            "layers": np.stack([layer[best] for layer in models.layers], axis=1),
            "hidden": task.hidden,
            "rate": np.array(rates, dtype=np.float64),
            "validation": shares,
        }
    }


def _slopes(
    task: Task,
    stories: Int64[np.ndarray, "story fold n"],
    answers: list[Int64[np.ndarray, "story fold n"]],
) -> Slopes:
    """Return the gradient of a run's loss, the sum over hops of the mean over answers."""
    parts = []
    for hop in range(_LAYERS):
        # from later indices, 2^hop hops would pass an answer
        asked = (words.FOLDS - 2**hop + 1) * stories.shape[2]
        right = right_pairs(answers[hop], hop)[:, :asked]
        tokens = np.broadcast_to(np.arange(asked), right.shape)
        layer = task.readout_layer(hop, _LAYERS)
        parts.append(Part(layer, Read(stories), tokens, right, 1 / right.size))
    return partial(gradient, parts=parts)
