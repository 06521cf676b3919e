"""Networks at several rates, against torch's autograd and its optimizer."""

import numpy as np
import pytest
import torch
from torch import nn

from compsparse.ensembles.wirings.shape import Shape, dense, tree
from compsparse.studies.approximation.learning.networks import Networks

D, BATCH, RUNS = 8, 12, 2
RATES = [0.01, 0.03, 0.1]
SHAPES = {"tree": tree(D, 3), "convolution": tree(D, 3, shared=True), "dense": dense(D, (5, 4))}
Weights = dict[str, nn.Parameter]


def outputs(shape: Shape, weights: Weights, inputs: torch.Tensor) -> torch.Tensor:
    """Return the outputs of one network, node by node; weights are [module, output, input]."""
    values = inputs
    for place, level in enumerate(shape.levels):
        parts = values.reshape(level.nodes, level.inputs, -1)
        nodes, shifts = (weights[f"{name}_{place}"] for name in ("weights", "shifts"))
        found = nodes @ parts + shifts
        values = found.reshape(level.nodes * level.outputs, -1)
        values = values if place == len(shape.levels) - 1 else values.relu()
    return values[0]


@pytest.mark.parametrize("frozen", [0, 1])
@pytest.mark.parametrize("name", SHAPES)
def test_steps_are_those_of_autograd_and_adam(name: str, frozen: int) -> None:
    shape = SHAPES[name]
    randoms = [np.random.default_rng(run) for run in range(RUNS)]
    networks = Networks(shape, len(RATES), randoms, batch=BATCH)
    random = np.random.default_rng(9)
    for parameters in networks.parameters:  # biases and rates start apart
        noise = random.standard_normal(parameters.flat.shape).astype(np.float32) * 0.1
        parameters.flat.add_(torch.from_numpy(noise))
    peers: dict[tuple[int, int], Weights] = {
        (rate, run): {
            key: nn.Parameter(view[run].clone())
            for key, view in networks.parameters[rate].views.items()
        }
        for rate, run in np.ndindex(len(RATES), RUNS)
    }
    optimizers = {
        (rate, run): torch.optim.Adam(
            [weights for key, weights in peer.items() if int(key[-1]) >= frozen], lr=RATES[rate]
        )
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
        for key, weights in peer.items():
            found = networks.parameters[rate].views[key][run].numpy()
            np.testing.assert_allclose(found, weights.detach(), atol=2e-4)


def test_first_weights_are_the_same_at_all_rates() -> None:
    networks = Networks(tree(64, 8), 2, [np.random.default_rng(0)], batch=1)
    one, other = networks.parameters
    assert one.flat.any()
    assert one.flat.data_ptr() != other.flat.data_ptr()
    torch.testing.assert_close(one.flat, other.flat, rtol=0, atol=0)
