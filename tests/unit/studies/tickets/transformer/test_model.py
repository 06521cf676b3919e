"""The transformer against torch's own modules; what it cannot see; gradients; penalties."""

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from benchmarks.tickets.plain_transformer import PlainTransformer
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS
from compsparse.studies.tickets.transformer.mlp_round import add_l1_gradient
from compsparse.studies.tickets.transformer.model import (
    Arrays,
    Shape,
    Transformer,
    cross_entropy_slope,
    first_parameters,
    token_features,
)

SHAPE = Shape(width=12, heads=3, hidden=7, outputs=2)


def made(shape: Shape = SHAPE, networks: int = 2) -> dict[str, np.ndarray]:
    parameters = first_parameters(shape, [np.random.default_rng(seed) for seed in range(networks)])
    random = torch.Generator().manual_seed(1)
    # gains and biases as after some steps
    parameters.flat.add_(0.1 * torch.randn(parameters.flat.shape, generator=random))
    return parameters.arrays()


def bits(networks: int = 2) -> Bool[np.ndarray, "network 5 4 8"]:
    return np.random.default_rng(2).random((networks, 5, 4, 8)) < 0.5


def logits(shape: Shape, weights: Arrays, tokens: np.ndarray) -> np.ndarray:
    """Return logits [network, sequence, answer, output]."""
    found = Transformer(shape, weights).logits(token_features(tokens))
    return found.reshape(len(found), shape.outputs, 3, -1).transpose(0, 3, 2, 1)


def test_it_is_torchs_transformer_of_each_network() -> None:
    weights = made()
    found = logits(SHAPE, weights, bits())
    for network in range(2):
        its = {name: torch.from_numpy(stacked[network]) for name, stacked in weights.items()}
        masks = {name: torch.ones_like(its[name]) for name in MLP_WEIGHTS}
        read = torch.from_numpy(np.where(bits()[network], 1.0, -1.0)).float()
        wanted = PlainTransformer(its, masks, SHAPE.heads)(read).detach().numpy()
        np.testing.assert_allclose(found[network], wanted, atol=1e-5, rtol=1e-4)


def test_gradients_are_those_of_automatic_differentiation() -> None:
    whole = made()
    labels = (np.random.default_rng(3).random((2, 2, 15)) < 0.5).astype(np.float32)
    without = {name: whole[name] for name in Shape(12, 3, 0, 2).sizes()}
    for hidden, weights in ((7, whole), (0, without)):
        gradient = {name: np.full_like(values, np.nan) for name, values in weights.items()}
        network = Transformer(Shape(12, 3, hidden, 2), weights)
        found = network.logits(token_features(bits()))
        network.backward(cross_entropy_slope(found, labels), gradient)
        for place in range(2):
            leaves = {n: torch.from_numpy(v[place]).requires_grad_() for n, v in weights.items()}
            given = differentiable(leaves, bits()[place]).permute(2, 1, 0).flatten(1)
            np.testing.assert_allclose(found[place], given.detach().numpy(), atol=1e-5, rtol=1e-4)
            losses = torch.nn.functional.binary_cross_entropy_with_logits(
                given, torch.from_numpy(labels[place]), reduction="sum"
            )
            (losses / 15).backward()  # type: ignore[no-untyped-call]
            for name, leaf in leaves.items():
                assert leaf.grad is not None
                wanted = leaf.grad.numpy()
                np.testing.assert_allclose(gradient[name][place], wanted, atol=1e-6, rtol=1e-3)


def differentiable(leaves: dict[str, Tensor], tokens: np.ndarray) -> Tensor:
    """Return logits [sequence, answer, output] of one network, by torch's operations alone."""

    def norm(values: Tensor, name: str) -> Tensor:
        normal = torch.nn.functional.layer_norm(values, values.shape[-1:])
        return normal * leaves[f"gain_{name}"] + leaves[f"shift_{name}"]

    read = torch.from_numpy(np.where(tokens, 1.0, -1.0)).float()
    stream = read @ leaves["embedding"][:8] + leaves["embedding"][8:]
    projected = norm(stream, "first") @ leaves["attention"]
    query, key, value = projected.view(*projected.shape[:-1], 3, 3, -1).unbind(2)
    scores = torch.einsum("sihf,sjhf->shij", query, key) * query.shape[-1] ** -0.5
    later = torch.ones(4, 4).triu(1) > 0
    weights = scores.masked_fill(later, -torch.inf).softmax(-1)
    carried = torch.einsum("shij,sjhf->sihf", weights, value).flatten(2)
    stream = (stream + carried @ leaves["attention_out"])[:, 1:]
    if "up" in leaves:
        hidden = (norm(stream, "mlp") @ leaves["up"] + leaves["up_shift"]).relu()
        stream = stream + hidden @ leaves["down"] + leaves["down_shift"]
    return norm(stream, "last") @ leaves["reading"] + leaves["reading_shift"]


def test_a_token_does_not_see_later_ones() -> None:
    changed = bits()
    changed[:, :, 3] ^= True
    before, after = (logits(SHAPE, made(), tokens) for tokens in (bits(), changed))
    np.testing.assert_allclose(before[:, :, :2], after[:, :, :2], atol=1e-6)
    assert (before[:, :, 2] != after[:, :, 2]).any()


def test_first_weights_are_the_same_with_an_mlp_and_without() -> None:
    def first(hidden: int) -> dict[str, np.ndarray]:
        shape = Shape(width=12, heads=3, hidden=hidden, outputs=2)
        return first_parameters(shape, [np.random.default_rng(3)]).arrays()

    without, whole = first(0), first(7)
    assert all(np.array_equal(without[name], whole[name]) for name in without)
    assert np.abs(whole["up"]).max() <= 12**-0.5
    assert np.abs(whole["down"]).max() <= 7**-0.5
    assert np.abs(whole["embedding"][:, :8]).max() <= 8**-0.5
    assert np.abs(whole["embedding"][:, 8:]).max() > 8**-0.5
    assert (whole["gain_last"] == 1).all()
    assert not whole["up_shift"].any()


def test_the_gradient_of_the_l1_penalty() -> None:
    weights = {name: torch.tensor([[-2.0, 0.0, 3.0]]) for name in MLP_WEIGHTS}
    gradient = {name: torch.ones(1, 3) for name in MLP_WEIGHTS}
    add_l1_gradient(weights, gradient, 0.5)
    for values in gradient.values():
        assert values.tolist() == [[0.5, 1.0, 1.5]]


def test_the_slope_is_of_a_mean_over_rows_and_cannot_overflow() -> None:
    found = cross_entropy_slope(
        np.array([[[0.0, 200.0, -200.0, 0.0]]], np.float32),
        np.array([[[1.0, 1, 1, 0]]], np.float32),
    )
    np.testing.assert_allclose(found, [[[-0.125, 0.0, -0.25, 0.125]]])
