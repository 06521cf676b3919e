import numpy as np
import pytest
import torch

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network.architecture import NetworkShape, stored
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.network.head import LOG2_E, Head
from compsparse.studies.factorial.network.targets import DenseTarget, SampledTarget, Target
from compsparse.studies.factorial.network.tiles import TILE_BYTES, tiles
from tests.unit.studies.factorial.autograd_reference import gradients, relative_error

RUNS, INPUTS, OUTPUTS = 2, 40, 12
SHAPE = NetworkShape(INPUTS, OUTPUTS, 4, 8, 1, learned_embedding=True)
DENSE = np.random.default_rng(0).dirichlet(np.full(OUTPUTS, 0.3), size=(RUNS, INPUTS))


def parameters_with_logits(scale: float) -> Parameters:
    parameters = Parameters(RUNS, SHAPE.parameter_shapes())
    SHAPE.initialize(parameters, [np.random.default_rng(run) for run in range(RUNS)])
    parameters.views["output_embedding"].mul_(scale)
    return parameters


def of_run(parameters: Parameters, run: int) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(view[run]) for name, view in stored(SHAPE, parameters).items()}


def computed(target: Target, scale: float = 1, tile_bytes: int = TILE_BYTES) -> Parameters:
    gradient = Gradient(SHAPE, parameters_with_logits(scale), target, tile_bytes=tile_bytes)
    gradient()
    gradient()
    return gradient.gradients


@pytest.mark.parametrize("scale", [60, 3000])
def test_logits_beyond_what_exp_can_hold_are_shifted(scale: float) -> None:
    parameters = parameters_with_logits(scale)
    found = computed(DenseTarget(DENSE / INPUTS), scale)
    for run in range(RUNS):
        truth = gradients(
            of_run(parameters, run), 1, torch.arange(INPUTS), torch.from_numpy(DENSE[run])
        )
        for name, exact in truth.items():
            assert relative_error(of_run(found, run)[name], exact) < 1e-4, name


@pytest.mark.parametrize("scale", [1.0, 1000.0])
def test_exponentials_over_sums_are_the_softmax(scale: float) -> None:
    random = np.random.default_rng(2)
    hidden, embedding = random.standard_normal((2, 4, 7)), random.standard_normal((2, 9, 4))
    head = Head(2, 9, 7)
    head.exponentiate(*((x * LOG2_E**0.5).astype(np.float32) for x in (hidden * scale, embedding)))
    found = torch.from_numpy(head.exponentials / head.sums)
    exact = torch.softmax(torch.from_numpy(scale * embedding @ hidden), dim=1)
    torch.testing.assert_close(found, exact.float(), rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("tile_bytes", [10**3, 10**4, TILE_BYTES])
def test_merged_counts_give_the_gradient_of_the_plain_mean_over_pairs(tile_bytes: int) -> None:
    random = np.random.default_rng(1)
    # more samples than inputs, so that inputs and pairs repeat; some inputs are never drawn
    inputs = random.integers(INPUTS - 5, size=(RUNS, 200))
    outputs = random.integers(OUTPUTS // 3, size=(RUNS, 200))
    target = SampledTarget(RUNS, INPUTS, OUTPUTS)
    target.observe(inputs[:, :50], outputs[:, :50])
    target.observe(inputs, outputs)
    found = computed(target, tile_bytes=tile_bytes)
    parameters = parameters_with_logits(1)
    for run in range(RUNS):
        truth = gradients(
            of_run(parameters, run),
            1,
            torch.from_numpy(inputs[run]),
            torch.from_numpy(outputs[run]),
        )
        for name, exact in truth.items():
            assert relative_error(of_run(found, run)[name], exact) < 1e-6, name
    assert not found.views["input_embedding"][:, :, -5:].any()


@pytest.mark.parametrize("per_tile", [1, 3, 10, 25, 70, 1000])
def test_tiles_cover_every_row_of_every_run_once_and_in_order(per_tile: int) -> None:
    runs, rows = 7, 10
    flat = np.arange(runs * rows).reshape(runs, rows)
    pieces = [flat[tile.index[::2]] for tile in tiles(runs, rows, 100, 100 * per_tile)]
    np.testing.assert_array_equal(np.concatenate([p.ravel() for p in pieces]), flat.ravel())
    assert max(piece.size for piece in pieces) <= per_tile
    assert [t.shape for t in tiles(runs, rows, 100, 100 * per_tile)] == [p.shape for p in pieces]
