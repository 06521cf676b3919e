import numpy as np
import pytest
import torch

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network.architecture import (
    NetworkShape,
    arrays,
    blocks,
    hidden_states,
    stored,
    stored_blocks,
)
from compsparse.studies.factorial.network.fixed_embedding import FixedEmbedding
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.network.targets import DenseTarget
from tests.unit.studies.factorial.autograd_reference import gradients, hidden, relative_error

RUNS, INPUTS, OUTPUTS = 3, 24, 10


def network(layers: int, *, learned: bool = True, dimension: int = 6) -> NetworkShape:
    return NetworkShape(INPUTS, OUTPUTS, dimension, 2 * dimension, layers, learned)


def initialized(shape: NetworkShape) -> Parameters:
    parameters = Parameters(RUNS, shape.parameter_shapes())
    randoms = [np.random.default_rng(run) for run in range(RUNS)]
    shape.initialize(parameters, randoms)
    return parameters


def probabilities(rows: int = INPUTS) -> torch.Tensor:
    random = np.random.default_rng(5)
    return torch.from_numpy(random.dirichlet(np.full(OUTPUTS, 0.2), size=(RUNS, rows)))


def dense(target: torch.Tensor) -> DenseTarget:
    return DenseTarget(target.numpy() / target.shape[1])


def of_run(shape: NetworkShape, parameters: Parameters, run: int) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(view[run]) for name, view in stored(shape, parameters).items()}


@pytest.mark.parametrize("layers", [0, 1, 3])
@pytest.mark.parametrize("dimension", [2, 6])
def test_the_hand_gradient_is_that_of_autograd(layers: int, dimension: int) -> None:
    shape = network(layers, dimension=dimension)
    parameters, target = initialized(shape), probabilities()
    gradient = Gradient(shape, parameters, dense(target))
    for _ in range(2):  # the second call must overwrite the first
        gradient()
    for run in range(RUNS):
        truth = gradients(of_run(shape, parameters, run), layers, torch.arange(INPUTS), target[run])
        single = gradients(
            of_run(shape, parameters, run),
            layers,
            torch.arange(INPUTS),
            target[run],
            dtype=torch.float32,
        )
        found = of_run(shape, gradient.gradients, run)
        assert set(truth) == set(found)
        for name, exact in truth.items():
            error = relative_error(found[name], exact)
            # as good as autograd in the same precision, against autograd in double precision
            assert error < max(1e-6, 4 * relative_error(single[name], exact)), name


def test_one_dimension_works_too() -> None:
    # normalization then leaves hardly more than a sign, and the embedding's gradient is all
    # cancellation: only its absolute error means something
    shape = network(1, dimension=1)
    parameters, target = initialized(shape), probabilities()
    gradient = Gradient(shape, parameters, dense(target))
    gradient()
    for run in range(RUNS):
        truth = gradients(of_run(shape, parameters, run), 1, torch.arange(INPUTS), target[run])
        for name, exact in truth.items():
            found = of_run(shape, gradient.gradients, run)[name].double()
            torch.testing.assert_close(found, exact, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("layers", [0, 1, 2])
def test_with_a_fixed_embedding_the_gradient_is_that_of_autograd(layers: int) -> None:
    shape = network(layers, learned=False)
    parameters = initialized(shape)
    random = np.random.default_rng(6)
    # run 0 spans all dimensions, the others only 2: the basis must hold for all
    embedding = random.standard_normal((RUNS, INPUTS, 6))
    embedding[1:] = embedding[1:, :, :2] @ random.standard_normal((2, 2, 6))
    seen, target = np.arange(0, INPUTS, 2), probabilities(INPUTS // 2)
    for runs_of_low_rank in (False, True):
        shown = embedding.copy()
        if runs_of_low_rank:
            shown[0] = shown[1]
        fixed = FixedEmbedding(shown[:, seen])
        if layers:
            assert fixed.basis.shape[1] == (2 if runs_of_low_rank else 6)
        gradient = Gradient(shape, parameters, dense(target), fixed)
        gradient()
        for run in range(RUNS):
            truth = gradients(
                of_run(shape, parameters, run),
                layers,
                torch.from_numpy(seen),
                target[run],
                torch.from_numpy(shown[run]),
            )
            found = of_run(shape, gradient.gradients, run)
            for name, exact in truth.items():
                assert relative_error(found[name], exact) < 1e-6, name


@pytest.mark.parametrize("tile_bytes", [1, 4 * 10**3, 10**4, 3 * 10**4])
def test_the_gradient_does_not_depend_on_how_the_inputs_are_cut(tile_bytes: int) -> None:
    shape = network(2)
    parameters, target = initialized(shape), probabilities()
    whole = Gradient(shape, parameters, dense(target))
    parts = Gradient(shape, parameters, dense(target), tile_bytes=tile_bytes)
    for gradient in (whole, parts):
        gradient()
        gradient()
    torch.testing.assert_close(parts.gradients.flat, whole.gradients.flat, rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("layers", [0, 2])
def test_hidden_states_are_those_of_plain_operations(layers: int) -> None:
    shape = network(layers)
    parameters = initialized(shape)
    embedded = arrays(parameters)["input_embedding"]
    weights = blocks(shape, arrays(parameters))
    found = torch.from_numpy(hidden_states(weights, embedded)).mT
    read = stored_blocks(stored(shape, parameters))
    for block, other in zip(weights, read, strict=True):
        np.testing.assert_array_equal(block.up, other.up)
        np.testing.assert_array_equal(block.down, other.down)
    for run in range(RUNS):
        torch.testing.assert_close(
            found[run],
            hidden(of_run(shape, parameters, run), torch.from_numpy(embedded[run].T), layers),
        )


def test_the_initial_embedding_is_normal_and_the_maps_are_bounded() -> None:
    drawn = stored(network(1), initialized(network(1)))
    assert np.abs(drawn["input_embedding"]).max() > 2
    assert np.abs(drawn["layers.0.gate"]).max() <= 6**-0.5
    assert np.abs(drawn["layers.0.output"]).max() <= 12**-0.5
    assert np.abs(drawn["output_embedding"]).max() <= 6**-0.5
