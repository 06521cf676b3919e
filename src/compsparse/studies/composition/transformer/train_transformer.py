"""Step ``train``: the transformer on one kind of data at one learning rate, all runs side by side.

Adam on the cross-entropy of every labelled hop at every position of fresh sequences. The mixture
labels all hops, hard data alone the longest one, so that a step has as many labels of the longest
hop either way. Stages of a curriculum are equally long, and all weights are trained in each. The
learning rate warms up linearly and decays linearly at the end.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import Data, stages_of
from compsparse.studies.composition.transformer.gradient import Gradient
from compsparse.studies.composition.transformer.model import Shape, first_weights, logits
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

_BETAS = (0.9, 0.98)
_TESTS = ("validation", "accuracy")


def run(
    inputs: Inputs,
    *,
    data: Data,
    rate: float,
    steps: int,
    warm_up: int,
    decay: float,
    sequences: int,
    layers: int,
    width: int,
    heads: int,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    reading: str = "last_layer",
    initial_scale: float = 1.0,
    world: World = "none",
) -> Outputs:
    """Return ``accuracy`` and ``validation`` [rate, run, look, hop] of one rate, evenly spaced.

    Args:
        warm_up: steps in which the learning rate rises.
        decay: fraction of the steps, the last ones, in which it falls.
        sequences: batch size.
        judged: sequences of each of the two sets on which accuracy is measured.
        reading: as of ``readout_layers``.
        initial_scale: factor of all initial weights.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    _, folds, symbols = hidden.shape
    hops = layers_needed(folds)
    readouts = readout_layers(reading, task, layers, hops)
    shape = Shape(folds, symbols, hops, layers, width, heads, readouts)
    weights = initial_scale * first_weights(shape, seeds.generators("weights"))
    gradient = Gradient(shape, len(hidden), sequences)
    optimizer = torch.optim.Adam([weights], betas=_BETAS, fused=True)
    tests = {name: task.sequences(seeds.generators(name), judged) for name in _TESTS}
    scores: dict[str, list[np.ndarray]] = {name: [] for name in _TESTS}
    counts = np.linspace(0, steps, looks).round().astype(np.int64)
    stages = stages_of(data, layers, hops)
    randoms = seeds.generators("sequences")
    for step in range(steps + 1):
        if step in counts:
            for name, (read, answers) in tests.items():
                scores[name].append(_accuracy(shape, weights, read, answers))
        if step == steps:
            break
        labelled = stages[step * len(stages) // steps].hops
        optimizer.param_groups[0]["lr"] = rate * pace(step, steps, warm_up, decay)
        read, answers = task.sequences(randoms, sequences)
        # the labelled hops of a stage are contiguous
        weights.grad = gradient(weights, read, answers, slice(labelled[0], labelled[-1] + 1))
        optimizer.step()
    histories = {name: np.stack(values, axis=1)[None] for name, values in scores.items()}
    rates = np.array([rate], dtype=np.float64)
    return {"model": {"step": counts, "rate": rates, "hidden": hidden, **histories}}


def readout_layers(reading: str, task: Task, layers: int, hops: int) -> tuple[int, ...]:
    """Return the layer, from 0, after which each hop is read.

    Args:
        reading: ``last_layer``; ``layer_wise``, 2^l hops after layer l + 1 or where the world says;
            or ``wrong_layers``, the same with the shorter hops in reverse order: the longest one is
            still read where it can be known.
        task: its world may move the readouts.
        layers: of the model.
        hops: how many are read.

    Raises:
        ValueError: another word, or fewer than two shorter hops to swap.
    """
    if reading == "last_layer":
        return (layers - 1,) * hops
    in_order = tuple(task.readout_layer(hop, layers) for hop in range(hops))
    if reading == "layer_wise":
        return in_order
    if reading == "wrong_layers":
        if hops < 3:
            raise ValueError("Wrong layers need two hops beside the longest one: k of at least 4.")
        return (*in_order[-2::-1], in_order[-1])
    raise ValueError(
        f"The reading {reading!r} is unknown; allowed: last_layer, layer_wise, wrong_layers."
    )


def pace(step: int, steps: int, warm_up: int, decay: float) -> float:
    """Return the factor of the learning rate at a step: it rises, stays at 1 and falls."""
    left: float = (steps - step) / (decay * steps)
    rising: float = (step + 1) / warm_up
    return min(1.0, rising, left)


@torch.no_grad()
def _accuracy(
    shape: Shape,
    weights: Tensor,
    read: Int64[Tensor, "run batch fold n"],
    answers: list[Int64[Tensor, "run batch fold n"]],
) -> Float64[np.ndarray, "run hop"]:
    right = logits(shape, weights, read).argmax(dim=-1) == torch.stack(answers, dim=-1)
    return right.to(torch.float64).mean(dim=(1, 2, 3)).numpy()
