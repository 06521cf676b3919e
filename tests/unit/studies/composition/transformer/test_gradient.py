"""The written-down gradient, against automatic differentiation of the model."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.transformer.gradient import Gradient
from compsparse.studies.composition.transformer.model import Shape, first_weights, logits

SHAPE = Shape(folds=4, symbols=3, hops=3, layers=3, width=8, heads=1)
MODELS, BATCH = 2, 5


def step(seed: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
    random = np.random.default_rng(seed)
    hidden = permutations(random, MODELS, 4, symbols=3)
    read = permutations(random, MODELS, BATCH, 4, symbols=3)
    answers = [torch.from_numpy(hop) for hop in all_hops(read, hidden[:, None])]
    return torch.from_numpy(read), answers


def weights_of(shape: Shape) -> torch.Tensor:
    weights = first_weights(shape, [np.random.default_rng(seed) for seed in range(MODELS)])
    moved = np.random.default_rng(9).standard_normal(weights.shape)
    return weights.double() + 0.3 * torch.from_numpy(moved)


def automatic(
    shape: Shape,
    weights: torch.Tensor,
    read: torch.Tensor,
    answers: list[torch.Tensor],
    labelled: slice,
) -> torch.Tensor:
    leaf = weights.clone().requires_grad_()
    found = logits(shape, leaf, read)[..., labelled, :]
    right = torch.stack(answers, dim=-1)[..., labelled]
    losses = [
        cross_entropy(scores.reshape(-1, shape.symbols), labels.reshape(-1))
        for scores, labels in zip(found, right, strict=True)
    ]
    torch.stack(losses).sum().backward()  # type: ignore[no-untyped-call]
    assert leaf.grad is not None
    return leaf.grad


@pytest.mark.parametrize("labelled", [slice(0, 3), slice(2, 3), slice(0, 1), slice(1, 3)], ids=str)
@pytest.mark.parametrize(
    "readout_layers", [(), (0, 1, 2), (1, 0, 2), (1, 0, 1), (0, 2, 2)], ids=str
)
@pytest.mark.parametrize("heads", [1, 2])
def test_it_is_that_of_automatic_differentiation(
    heads: int, readout_layers: tuple[int, ...], labelled: slice
) -> None:
    shape = replace(SHAPE, heads=heads, readout_layers=readout_layers)
    weights, (read, answers) = weights_of(shape), step(1)
    gradient = Gradient(shape, MODELS, BATCH, torch.float64)
    found = gradient(weights, read, answers, labelled)
    wanted = automatic(shape, weights, read, answers, labelled)
    torch.testing.assert_close(found, wanted, atol=1e-10, rtol=1e-8)


def test_nothing_is_left_of_the_step_before() -> None:
    shape = replace(SHAPE, readout_layers=(0, 1, 2))
    weights = weights_of(shape)
    gradient = Gradient(shape, MODELS, BATCH, torch.float64)
    gradient(weights, *step(2), slice(0, 3))
    for labelled in (slice(0, 1), slice(0, 3)):
        read, answers = step(3)
        found = gradient(0.5 * weights, read, answers, labelled)
        fresh = Gradient(shape, MODELS, BATCH, torch.float64)(
            0.5 * weights, read, answers, labelled
        )
        torch.testing.assert_close(found, fresh, atol=0, rtol=0)


def test_single_precision_is_as_good_as_that_of_torch() -> None:
    weights, (read, answers) = weights_of(SHAPE).float(), step(4)
    found = Gradient(SHAPE, MODELS, BATCH)(weights, read, answers, slice(0, 3))
    exact = automatic(SHAPE, weights.double(), read, answers, slice(0, 3))
    theirs = automatic(SHAPE, weights, read, answers, slice(0, 3))
    error, their_error = ((g - exact).norm() / exact.norm() for g in (found, theirs))
    assert float(error) < 1e-5
    assert float(error) < 4 * float(their_error) + 1e-7


def test_weights_are_left_as_they_are() -> None:
    weights = weights_of(SHAPE)
    before = weights.clone()
    Gradient(SHAPE, MODELS, BATCH, torch.float64)(weights, *step(5), slice(0, 3))
    torch.testing.assert_close(weights, before, atol=0, rtol=0)
