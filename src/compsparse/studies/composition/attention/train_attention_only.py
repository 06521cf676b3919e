"""Step ``train``: the attention-only model on one kind of data, at several rates, all runs at once.

Adam on the negative log-likelihood of the right answer, the mean over all positions of fresh
sequences. Each sequence is labelled for one hop; stages are equally long and split their sequences
evenly over their hops. With fewer than log2(k) + 1 layers, all longer hops are read after the last.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import attend, layer_outputs, theory_keys
from compsparse.studies.composition.attention.training import (
    accuracy_of_hops,
    adam,
    alike,
    first_layers,
    log_spaced,
    loss_of_hops,
    measured,
)
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import Data, stages_of
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    data: Data,
    layers: int,
    rates: Sequence[float],
    steps: int,
    sequences: int,
    initial_scale: float,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    frozen: Sequence[int] = (),
    frozen_scale: float | None = None,
    world: World = "none",
) -> Outputs:
    """Return the accuracy of each rate and run, at logarithmically spaced looks.

    ``accuracy`` and ``validation`` [rate, run, look, hop] are measured on two sets of sequences;
    ``step`` [look] counts updates. ``aligned`` [rate, run, look, layer] is the fraction of a
    layer's query contents whose largest weight is on theory's key. At the end, ``recovered``
    [rate, run] is the fraction of tokens whose largest attention in layer 1 is where the hidden
    permutation leads; ``attention`` [rate, run] the same of later layers, on sequences, 1 without
    later layers; ``first_layer`` [rate, run, token, token] the attention of layer 1. ``hidden`` is
    the task's.

    Args:
        sequences: batch size.
        initial_scale: standard deviation of the initial weights.
        judged: sequences of each of the two sets.
        frozen: layers, from 0, that keep their initial weights.
        frozen_scale: standard deviation of their weights, ``initial_scale`` unless given.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    scales = np.full((layers, 1, 1, 1), initial_scale)
    scales[list(frozen)] = initial_scale if frozen_scale is None else frozen_scale
    weights = alike(first_layers(task, seeds, layers, scales), rates)
    keys = theory_keys(torch.from_numpy(task.hidden), layers)
    stages = stages_of(data, layers, layers_needed(hidden.shape[1]))
    randoms = seeds.generators("sequences")

    def loss(step: int) -> Tensor:
        stage = stages[step * len(stages) // steps]
        for model in weights:
            for index, layer in enumerate(model):
                layer.requires_grad_(index in stage.layers and index not in frozen)
        read, answers = task.sequences(randoms, sequences)
        return loss_of_hops(layer_outputs, task, weights, read, answers, stage.hops)

    tests = {
        name: task.sequences(seeds.generators(name), judged) for name in ("validation", "accuracy")
    }
    measures = {
        name: partial(accuracy_of_hops, layer_outputs, task, weights, *test)
        for name, test in tests.items()
    }
    counts = log_spaced(steps, looks)
    scores = measured(
        adam(weights, rates), loss, counts, measures | {"aligned": lambda: _aligned(weights, keys)}
    )
    with torch.no_grad():
        first, later = _found_keys(weights, tests["accuracy"][0], keys)
        maps = torch.stack([model[0].softmax(dim=-1) for model in weights])
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates),
            **scores,
            "recovered": first,
            "attention": later,
            "first_layer": maps.numpy(),
            "hidden": task.hidden,
        }
    }


@torch.no_grad()
def _aligned(
    weights: list[list[Tensor]], keys: list[Int64[Tensor, "run token"]]
) -> Float64[np.ndarray, "rate run layer"]:
    """Return the fraction of a layer's query contents whose largest weight is on theory's key."""
    found = torch.stack([torch.stack(layers, dim=1).argmax(-1) for layers in weights])
    return (found == torch.stack(keys, dim=1)).to(torch.float64).mean(-1).numpy()


def _found_keys(
    weights: list[list[Tensor]],
    read: Int64[Tensor, "run batch fold n"],
    keys: list[Int64[Tensor, "run token"]],
) -> tuple[Float64[np.ndarray, "rate run"], Float64[np.ndarray, "rate run"]]:
    """Return the fractions of tokens that attend most to theory's key: layer 1, later layers."""
    first, later = [], []
    for layers in weights:
        attention = attend(layers, read)
        first.append((layers[0].argmax(-1) == keys[0]).to(torch.float64).mean(-1))
        shares = [torch.ones(len(read), dtype=torch.float64)]
        for index in range(1, len(layers)):
            # the pair that dominates the query decides which key theory wants
            held = attention[index - 1][1].argmax(-1)
            wanted = keys[index][:, None].expand(-1, held.shape[1], -1).gather(-1, held)
            right = (attention[index][0].argmax(-1) == wanted).to(torch.float64)
            shares.append(right.mean(dim=(1, 2)))
        later.append(torch.stack(shares[1:] or shares).mean(0))
    return torch.stack(first).numpy(), torch.stack(later).numpy()
