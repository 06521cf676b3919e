"""What the trainings of attention-only models share: weights, loss, updates and accuracy."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import readout, theory_keys
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.worlds import Ablation, Task

_FLOOR = 1e-6  # keeps the logarithm finite where an answer has no weight
_BETAS = (0.9, 0.99)

# the output of every layer, from the weights of all layers and what is read
Model = Callable[[list[Tensor], Tensor], list[Tensor]]


def normal_layers(
    seeds: Seeds, layers: int, tokens: int
) -> Float64[np.ndarray, "layer run token token"]:
    """Draw standard normal weights, each run's from a generator of its own."""
    shape = layers, tokens, tokens
    return np.stack([random.standard_normal(shape) for random in seeds.generators("weights")], 1)


def first_layers(
    task: Task, seeds: Seeds, layers: int, scales: float | Float64[np.ndarray, "layer 1 1 1"]
) -> list[Float32[Tensor, "run token token"]]:
    """Return normal weights of standard deviation ``scales``, as the task's world has them."""
    drawn = (scales * normal_layers(seeds, layers, task.tokens)).astype(np.float32)
    keys = theory_keys(torch.from_numpy(task.hidden), layers)
    return task.first_layers(list(torch.from_numpy(drawn)), keys)


def alike(layers: list[Tensor], rates: Sequence[float]) -> list[list[Tensor]]:
    """Return the same layers for each rate, to be trained."""
    return [[layer.clone().requires_grad_() for layer in layers] for _ in rates]


def log_spaced(steps: int, looks: int) -> list[int]:
    """Return about ``looks`` numbers of updates: 0, then from 1 to all of them by equal ratios."""
    spaced = np.geomspace(1, steps, looks).round().astype(np.int64).tolist()
    return sorted({0, *spaced})


def adam(weights: list[list[Tensor]], rates: Sequence[float]) -> torch.optim.Adam:
    """Return an optimizer of several models, each at its learning rate."""
    groups = [{"params": layers, "lr": rate} for layers, rate in zip(weights, rates, strict=True)]
    return torch.optim.Adam(groups, betas=_BETAS)


def updates(
    optimizer: torch.optim.Optimizer, loss: Callable[[int], Tensor], looks: Sequence[int]
) -> Iterator[int]:
    """Train up to the last look; pause at each look, a number of updates, and yield its index.

    Args:
        optimizer: of the weights that are trained.
        loss: of an update, from the number of updates before it.
        looks: in increasing order.
    """
    for step in range(looks[-1] + 1):
        if step in looks:
            yield looks.index(step)
        if step == looks[-1]:
            return
        optimizer.zero_grad(set_to_none=True)
        loss(step).backward()  # type: ignore[no-untyped-call]
        optimizer.step()


def measured(
    optimizer: torch.optim.Optimizer,
    loss: Callable[[int], Tensor],
    looks: Sequence[int],
    measures: Mapping[str, Callable[[], Float64[np.ndarray, "rate run *more"]]],
) -> dict[str, Float64[np.ndarray, "rate run look *more"]]:
    """Train as ``updates`` does, and return what is measured at each look."""
    scores: dict[str, list[np.ndarray]] = {name: [] for name in measures}
    for _ in updates(optimizer, loss, looks):
        for name, measure in measures.items():
            scores[name].append(measure())
    return {name: np.stack(values, axis=2) for name, values in scores.items()}


def log_loss(weight: Float32[Tensor, "..."]) -> Float32[Tensor, "..."]:
    """Return the negative log-likelihood of answers from the attention weight on them."""
    return -(weight + _FLOOR).log()


def loss_of_hops(
    model: Model,
    task: Ablation,
    weights: list[list[Tensor]],
    read: Tensor,
    answers: list[Int64[Tensor, "run batch index *state"]],
    hops: tuple[int, ...],
) -> Float32[Tensor, ""]:
    """Return the loss of all models, whose labels are split evenly over ``hops``.

    It is a sum over models and runs, so that each is trained as if it were alone.
    """
    total = torch.zeros(())
    parts = np.array_split(np.arange(read.shape[1]), len(hops))
    for layers in weights:
        outs = model(layers, read)
        for hop, part in zip(hops, parts, strict=True):
            chosen = slice(int(part[0]), int(part[-1]) + 1)
            labels = answers[hop][:, chosen]
            out = outs[task.readout_layer(hop, len(outs))][:, chosen]
            weight = readout(out, hop, labels.shape[2]).gather(-1, labels[..., None])[..., 0]
            means = log_loss(weight).mean(dim=tuple(range(1, weight.dim())))
            total = total + means.sum() * (len(part) / read.shape[1])
    return total


@torch.no_grad()
def accuracy_of_hops(
    model: Model,
    task: Ablation,
    weights: list[list[Tensor]],
    read: Tensor,
    answers: list[Int64[Tensor, "run batch index *state"]],
) -> Float64[np.ndarray, "rate run hop"]:
    """Return the accuracy of each model, run and hop over all positions."""
    found = []
    for layers in weights:
        outs = model(layers, read)
        shares = []
        for hop, labels in enumerate(answers):
            out = outs[task.readout_layer(hop, len(outs))]
            right = readout(out, hop, labels.shape[2]).argmax(-1) == labels
            shares.append(right.to(torch.float64).mean(dim=(1, 2, 3)))
        found.append(torch.stack(shares, dim=-1))
    return torch.stack(found).numpy()
