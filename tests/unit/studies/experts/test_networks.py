"""Networks of experts: gradients, equality with plain torch, what each method sees, equal sizes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.studies.experts.learning.gates import Highest, keep_highest
from compsparse.studies.experts.learning.methods import METHODS, Method, network_of
from compsparse.studies.experts.learning.network import Layer, Network, RoutedLayer
from compsparse.studies.experts.learning.training import learn
from compsparse.studies.experts.skills.target import combinations
from compsparse.studies.experts.worlds import World

DIMENSION, CODES, LAYERS, WIDTH = 4, 3, 2, 24


def shape(method: Method) -> tuple[Layer, ...]:
    return network_of(method, CODES, LAYERS, DIMENSION, WIDTH)


def one_hot() -> np.ndarray:
    table = combinations(CODES, LAYERS)
    return np.eye(CODES, dtype=np.float32)[table].reshape(len(table), -1)


def examples(networks: int, batch: int, seen: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    x, y = random.standard_normal((2, networks, batch, DIMENSION)).astype(np.float32)
    return x, random.standard_normal((networks, batch, seen)).astype(np.float32), y


def one_layer(layer: RoutedLayer, networks: int, step: float = 0.0) -> tuple[Network, Highest]:
    """Return networks of one layer, and its gate: that of another layer if it is dense."""
    network = Network([layer.layer(DIMENSION, step)], DIMENSION, networks)
    network.initialize([np.random.default_rng(run) for run in range(networks)])
    (gate,) = network.gates
    return network, gate if isinstance(gate, Highest) else Highest(1, 1, 0.0)


def require_gradient(network: Any, x: np.ndarray, seen: np.ndarray, y: np.ndarray) -> None:
    """Compare the gradient of the squared error with differences, at some parameters."""

    def loss() -> np.ndarray:
        errors: np.ndarray = network.forward(x, seen).astype(np.float64) - y
        return (errors**2).mean(axis=(1, 2))

    slope = 2 * (network.forward(x, seen) - y) / y[0].size
    network.backward(slope.astype(np.float32))
    found = network.gradient.copy()
    step = 2.0**-7
    for place in range(0, network.parameters.shape[1], 7):
        kept = network.parameters[:, place].copy()
        network.parameters[:, place] = kept + step
        above = loss()
        network.parameters[:, place] = kept - step
        below = loss()
        network.parameters[:, place] = kept
        np.testing.assert_allclose(found[:, place], (above - below) / (2 * step), atol=3e-3)


def plain(network: Network, run: int, x: np.ndarray, codes: np.ndarray) -> tuple[Any, list[Any]]:
    """Return the outputs of one network as plain torch has them, and its parameters."""
    parameters, z = [], torch.from_numpy(x[run])
    for layer, weights in zip(network.layers, network.weights, strict=True):
        made = {n: torch.from_numpy(v[run].copy()) for n, v in weights.items()}
        parameters += [values.requires_grad_() for values in made.values()]
        seen = torch.from_numpy(codes[run])[:, slice(*layer.sees)]
        read = z if layer.experts else torch.cat([z, seen], dim=1)
        matrix = made.get("router")
        outputs: Any = 0
        for expert in range(max(layer.experts, 1)):
            part = slice(expert * layer.width, (expert + 1) * layer.width)
            units = torch.relu(read @ made["lower"][:-1, part] + made["lower"][-1, part])
            gate: Any = 1.0
            if matrix is not None:
                gate = torch.softmax(seen @ matrix[:-1] + matrix[-1], dim=1)[:, expert, None]
            outputs = outputs + gate * (units @ made["upper"][part] + made["bias"][expert])
        z = outputs
    return z, parameters


@pytest.mark.parametrize("method", METHODS)
def test_outputs_and_gradients_are_those_of_plain_torch(method: Method) -> None:
    network = Network(shape(method), DIMENSION, 2)
    network.initialize([np.random.default_rng(run) for run in range(2)])
    x, _, y = examples(2, 5, 1)
    codes = np.stack([one_hot()[:5], one_hot()[4:]])
    found = network.forward(x, codes)
    network.backward((2 * (found - y) / y[0].size).astype(np.float32))
    for run in range(2):
        outputs, parameters = plain(network, run, x, codes)
        np.testing.assert_allclose(found[run], outputs.detach(), rtol=1e-4, atol=1e-5)
        torch.nn.functional.mse_loss(outputs, torch.from_numpy(y[run])).backward()
        slopes = torch.cat([values.grad.ravel() for values in parameters])
        np.testing.assert_allclose(network.gradient[run], slopes, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize(
    "layer",
    [RoutedLayer(0, 0, 1, 6), *(RoutedLayer(5, *kept, 3) for kept in ((2, 0), (2, 1), (1, 0)))],
    ids=str,
)
def test_gradients_of_a_layer_are_those_of_differences(layer: RoutedLayer) -> None:
    network, gate = one_layer(layer, 2)
    x, _, y = examples(2, 5, 1)
    # scores far apart, so that no difference changes which are kept
    gate.offset[:] = 10 * np.arange(max(layer.routed, 1))
    require_gradient(network, x, x, y)


@pytest.mark.parametrize(
    ("method", "sees"),
    [
        ("own", lambda layer: {layer}),
        ("dense_own", lambda layer: {layer}),
        ("crossed", lambda layer: {(layer + 1) % LAYERS}),
        ("free", lambda layer: {0, 1}),
        ("dense_all", lambda layer: {0, 1}),
    ],
)
def test_a_layer_sees_the_codes_that_its_method_says(
    method: Method, sees: Callable[[int], set[int]]
) -> None:
    """Whether outputs of the layer alone change with a code, whatever the description says."""
    for place, layer in enumerate(shape(method)):
        network = Network([layer], DIMENSION, 1)
        network.initialize([np.random.default_rng(0)])
        x = np.ones((1, 1, DIMENSION), dtype=np.float32)
        before = network.forward(x, one_hot()[None, :1])
        changed = set()
        for code in range(LAYERS):
            other = one_hot()[:1].copy()
            block = slice(code * CODES, (code + 1) * CODES)
            other[:, block] = np.roll(other[:, block], 1)
            if not np.array_equal(network.forward(x, other[None]), before):
                changed.add(code)
        assert changed == sees(place)


@pytest.mark.parametrize(("codes", "layers"), [(3, 2), (3, 3), (4, 3), (2, 5)])
def test_all_methods_have_equal_sizes(codes: int, layers: int) -> None:
    def size(method: Method) -> int:
        made = network_of(method, codes, layers, DIMENSION, WIDTH)
        return sum(layer.parameters(DIMENSION) for layer in made)

    for method in METHODS:
        if method != "full_pieces":
            assert 0.8 * size("own") <= size(method) <= size("own"), method
    assert size("full_pieces") >= size("own")


def test_worlds_change_what_networks_see_and_how_deep_they_are() -> None:
    worlds: tuple[World, ...] = ("none", "swapped", "one_layer", "codeless")
    made = {world: network_of("own", 3, 2, 4, 8, world) for world in worlds}
    assert made["swapped"] == network_of("crossed", 3, 2, 4, 8)
    assert made["one_layer"] == made["none"][-1:]
    assert made["codeless"] == made["none"]
    dense = network_of("dense_own", 3, 2, 4, 8, "codeless")
    assert [layer.codes for layer in dense] == [0, 0]


def test_paths_are_those_of_the_highest_gates() -> None:
    network = Network(shape("own"), DIMENSION, 1)
    for weights in network.weights:
        weights["router"][0, :CODES] = 5 * np.eye(CODES)
    assert network.paths(one_hot())[0].tolist() == list(range(CODES**LAYERS))
    assert not Network(shape("dense_own"), DIMENSION, 1).paths(one_hot()).any()


def test_a_penalty_draws_routers_to_zero() -> None:
    def routers(sparsity: float) -> float:
        network = Network(shape("free"), DIMENSION, 1)
        network.initialize([np.random.default_rng(0)])
        network.sparsity = sparsity
        x, _, y = examples(1, 9, 1)
        learn(
            network,
            tuple(np.tile(part, (1, 200, 1)) for part in (x, one_hot()[None], y)),
            [0.01],
            200,
        )
        return float(sum(np.abs(weights["router"]).sum() for weights in network.weights))

    assert routers(0.1) < 0.3 * routers(0.0)


def test_the_highest_scores_are_kept_and_the_first_of_equal_ones() -> None:
    scores = np.array([[[0.1, 0.5, 0.5, 0.5]]], dtype=np.float32)
    assert keep_highest(scores, 2).tolist() == [[[False, True, True, False]]]


def test_offsets_move_against_the_load() -> None:
    layer = RoutedLayer(4, 1, 0, 2, balanced=True)
    network, gate = one_layer(layer, 1, 0.5)
    gate.offset[0, 0, 2] = 5.0  # all inputs go there
    x, _, _ = examples(1, 8, 1)
    network.backward(network.forward(x, x))
    assert gate.kept[0, :, 2].all()
    np.testing.assert_allclose(gate.offset[0, 0], [0.5, 0.5, 4.5, 0.5])


@pytest.mark.parametrize("kept", [1, 2])
def test_a_router_learns_however_many_experts_are_kept(kept: int) -> None:
    network, _ = one_layer(RoutedLayer(4, kept, 0, 2), 1)
    x, _, y = examples(1, 8, 1)
    network.backward(network.forward(x, x) - y)
    routers = network.gradient[0, -(DIMENSION + 1) * 4 :]
    assert np.abs(routers).max() > 1e-3


def test_a_shared_expert_is_always_active_and_not_routed() -> None:
    layer = RoutedLayer(4, 1, 1, 2)
    network, gate = one_layer(layer, 1)
    x, _, _ = examples(1, 8, 1)
    network.forward(x, x)
    assert gate.kept.shape[2] == 4  # loads are of routed experts alone
    assert (gate.kept.sum(axis=2) == 1).all()
    before = network.forward(x, x)
    gate.offset[0, 0] = -100.0  # equal for all: nothing is chosen otherwise
    np.testing.assert_array_equal(network.forward(x, x), before)
    assert layer.multiplications(4, 4) == 4 * 8 + 4 * 4


@pytest.mark.parametrize(
    "sizes", [(4, 5, 0, 2), (4, 0, 0, 2), (-1, 0, 1, 2), (0, 0, 0, 2), (0, 0, 2, 2), (0, 0, 1, 0)]
)
def test_layers_that_cannot_be_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="A layer keeps at least 1") as refused:
        RoutedLayer(*sizes)
    assert f"routed={sizes[0]}, kept={sizes[1]}" in str(refused.value)
