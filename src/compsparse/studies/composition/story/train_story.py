"""Step ``train``: the attention-only model on stories, at several rates, all runs at once.

The stories are a fixed pool of texts, read into permutations. Labels are 1, 2 and 4 hops, 2^l of
them after layer l + 1, as in the document's mixture, from every index where the hops end at an
answer: who picked up what, with whom someone plays, where someone is, and these in turn.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import layer_outputs, readout
from compsparse.studies.composition.attention.training import (
    adam,
    alike,
    first_layers,
    log_loss,
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
    trained = alike(first_layers(task, seeds, _LAYERS, initial_scale), rates)
    for layers, rate in zip(trained, rates, strict=True):
        _train(task, seeds, layers, pool, rate, steps, sequences)
    read, answers = task.answered(seeds.generators("validation"), held_out)
    shares = []
    with torch.no_grad():
        for layers in trained:
            given = _answers(task, layers, read, _LAYERS - 1).argmax(-1)
            shares.append(float((given == answers[-1])[:, :, 0].to(torch.float64).mean()))
        best = torch.stack(trained[int(np.argmax(shares))], dim=1)
    return {
        "model": {
            "layers": best.numpy(),
            "hidden": task.hidden,
            "rate": np.array(rates, dtype=np.float64),
            "validation": np.array(shares),
        }
    }


def _train(
    task: Task,
    seeds: Seeds,
    layers: list[Tensor],
    pool: Int64[np.ndarray, "run story fold n"],
    rate: float,
    steps: int,
    sequences: int,
) -> None:
    """Train the layers at one rate."""
    randoms = seeds.generators("stories")

    def loss(step: int) -> Tensor:
        chosen = [random.integers(pool.shape[1], size=sequences) for random in randoms]
        batch = np.stack([stories[index] for stories, index in zip(pool, chosen, strict=True)])
        read, answers = task.answered(randoms, batch)
        total = torch.zeros(())
        for hop in range(_LAYERS):
            # from later indices, 2^hop hops would pass an answer
            asked = slice(0, words.FOLDS - 2**hop + 1)
            weights = _answers(task, layers, read, hop)[:, :, asked]
            weight = weights.gather(-1, answers[hop][:, :, asked, :, None])[..., 0]
            # a sum over runs, so that each is trained as if it were alone
            total = total + log_loss(weight).mean(dim=(1, 2, 3)).sum()
        return total

    for _ in updates(adam([layers], [rate]), loss, [steps]):
        pass  # nothing is measured on the way


def _answers(
    task: Task,
    layers: list[Float32[Tensor, "run token token"]],
    read: Int64[Tensor, "run story fold n"],
    hop: int,
) -> Float32[Tensor, "run story fold n n"]:
    """Return the weight on each answer to 2^hop hops."""
    outs = layer_outputs(layers, read)
    return readout(outs[task.readout_layer(hop, len(layers))], hop, words.FOLDS)
