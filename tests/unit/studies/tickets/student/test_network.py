"""Students against torch's own layers, and masks that stay."""

import numpy as np
import pytest
import torch

from compsparse.ensembles.adam import Adam
from compsparse.studies.tickets.student.network import (
    Size,
    Students,
    draw_first_weights,
    r_squared,
)

SIZE = Size(runs=2, networks=3, d=5, width=7)
BATCH, PENALTY = 11, 0.01


def made(masks: torch.Tensor | None = None) -> Students:
    if masks is None:
        masks = torch.rand(2, 3, 7, 5, generator=torch.Generator().manual_seed(5)) < 0.6
        masks[0, 0, 2] = False  # a unit that reads nothing
    students = Students(SIZE, masks, BATCH)
    randoms = [np.random.default_rng(run) for run in range(SIZE.runs)]
    first = draw_first_weights(SIZE, randoms)
    students.start_at({name: np.stack([values] * 3, axis=1) for name, values in first.items()})
    students.parameters.views["readout"][..., -1] += 0.3
    return students


def examples() -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(2)
    inputs = torch.randn(SIZE.runs, BATCH, SIZE.d + 1, generator=random)
    inputs[..., -1] = 1
    return inputs, torch.randn(SIZE.runs, BATCH, generator=random)


def test_outputs_and_gradients_are_those_of_torch() -> None:
    students = made()
    inputs, targets = examples()
    students.compute_gradient(inputs, targets, PENALTY)
    for run in range(SIZE.runs):
        for network in range(SIZE.networks):
            leaves = {
                name: view[run, network].clone().requires_grad_()
                for name, view in students.parameters.views.items()
            }
            weights, readout = leaves["weights"], leaves["readout"]
            hidden = torch.relu(inputs[run] @ weights.T)
            outputs = hidden @ readout[:-1] + readout[-1]
            assert torch.allclose(students.predict(inputs)[run, network], outputs, atol=1e-5)
            loss = ((outputs - targets[run]) ** 2).mean()
            loss = loss + PENALTY * (weights[:, :-1].abs().sum() + readout[:-1].abs().sum())
            torch.autograd.backward(loss)
            for name, leaf in leaves.items():
                mask = students._kept.views[name][run, network]
                assert leaf.grad is not None
                found = students.gradient.views[name][run, network]
                assert torch.allclose(found, leaf.grad * mask, atol=1e-5), name


def test_masked_weights_stay_zero() -> None:
    students = made()
    inputs, targets = examples()
    optimizer = Adam(students.parameters.flat, students.gradient.flat)
    for _ in range(5):
        students.compute_gradient(inputs, targets, PENALTY)
        optimizer.step(0.1)
    weights = students.parameters.views["weights"]
    kept = students._kept.views["weights"]
    assert (weights[kept == 0] == 0).all()
    moved = weights[..., :-1][kept[..., :-1] == 1]
    assert (moved != 0).all()
    assert students.parameters.views["readout"][0, 0, 2] == 0


def test_networks_of_a_run_do_not_see_each_other() -> None:
    inputs, targets = examples()
    students = made()
    students.compute_gradient(inputs, targets, 0.0)
    before = students.gradient.views["weights"][0, 1].clone()
    students.parameters.views["weights"][0, 0] *= 3
    students.compute_gradient(inputs, targets, 0.0)
    assert torch.equal(students.gradient.views["weights"][0, 1], before)


def test_first_weights_have_the_variance_of_their_inputs() -> None:
    size = Size(1, 1, 200, 300)
    first = draw_first_weights(size, [np.random.default_rng(0)])
    assert first["weights"][..., :-1].var() == pytest.approx(2 / 200, rel=0.02)
    assert first["readout"][..., :-1].var() == pytest.approx(1 / 300, rel=0.2)
    assert not first["weights"][..., -1].any()


def test_r_squared_is_one_less_the_error_over_the_variance() -> None:
    targets = torch.tensor([[1.0, -1.0, 1.0, -1.0]])
    outputs = torch.stack([targets, torch.zeros(1, 4), targets * 0.5], dim=1)
    assert r_squared(outputs, targets)[0] == pytest.approx([1.0, 0.0, 0.75])
