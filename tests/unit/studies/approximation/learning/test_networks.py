"""Networks side by side, against torch's autograd and its optimizer."""

import numpy as np
import pytest
import torch
from torch import nn

from compsparse.ensembles.wirings.shape import Shape, dense, tree
from compsparse.studies.approximation.learning.networks import Networks

D, BATCH, RUNS = 8, 12, 2
RATES = [0.01, 0.03, 0.1]
SHAPES = {"tree": tree(D, 3), "convolution": tree(D, 3, shared=True), "dense": dense(D, (5, 4))}


def outputs(shape: Shape, weights: list[torch.Tensor], inputs: torch.Tensor) -> torch.Tensor:
    """Return the outputs of one network, node by node; weights are [module, output, input]."""
    values = inputs
    for place, (level, given) in enumerate(zip(shape.levels, weights, strict=True)):
        parts = values.reshape(level.nodes, level.inputs, -1)
        nodes = given.expand(level.nodes, -1, -1)
        found = [w[:, :-1] @ x + w[:, -1:] for w, x in zip(nodes, parts, strict=True)]
        values = torch.cat(found)
        values = values if place == len(shape.levels) - 1 else values.relu()
    return values[0]


@pytest.mark.parametrize("frozen", [0, 1])
@pytest.mark.parametrize("name", SHAPES)
def test_steps_are_those_of_autograd_and_adam(name: str, frozen: int) -> None:
    shape = SHAPES[name]
    randoms = [np.random.default_rng(run) for run in range(RUNS)]
    networks = Networks(shape, len(RATES), randoms, batch=BATCH)
    random = np.random.default_rng(9)
    for level in networks.weights:  # biases and rates start apart
        level += random.standard_normal(level.shape).astype(np.float32) * 0.1
    peers = {
        place: [nn.Parameter(torch.tensor(level[place])) for level in networks.weights]
        for place in np.ndindex(len(RATES), RUNS)
    }
    optimizers = {
        (rate, run): torch.optim.Adam(peer[frozen:], lr=RATES[rate])
        for (rate, run), peer in peers.items()
    }
    for _ in range(4):
        x = random.standard_normal((RUNS, D, BATCH)).astype(np.float32)
        y = random.standard_normal((RUNS, BATCH)).astype(np.float32)
        found = networks.predict(x)
        networks.step(x, y, RATES, frozen=frozen)
        for (rate, run), peer in peers.items():
            wanted = outputs(shape, peer, torch.from_numpy(x[run]))
            np.testing.assert_allclose(found[rate, run], wanted.detach(), atol=1e-4)
            loss = nn.functional.mse_loss(wanted, torch.from_numpy(y[run]))
            optimizers[rate, run].zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizers[rate, run].step()
    for (rate, run), peer in peers.items():
        for level, wanted in zip(networks.weights, peer, strict=True):
            np.testing.assert_allclose(level[rate, run], wanted.detach(), atol=2e-4)


def test_first_weights_are_the_same_at_all_rates_and_of_the_usual_variance() -> None:
    networks = Networks(tree(64, 8), 2, [np.random.default_rng(0)], batch=1)
    for level, inputs in zip(networks.weights, (2, 16, 16, 16, 16, 16), strict=False):
        np.testing.assert_array_equal(level[0], level[1])
        assert (level[..., -1] == 0).all()
        if level[0].size > 1000:
            assert level[..., :-1].var() == pytest.approx(2 / inputs, rel=0.15)
