"""The transformer against torch's own modules; what it cannot see; gradients; penalties."""

import numpy as np
import pytest
import torch

from benchmarks.tickets.plain_transformer import PlainTransformer
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.model import (
    MLP_WEIGHTS,
    Shape,
    add_l1_gradient,
    first_parameters,
    transformer_logits,
)
from compsparse.studies.tickets.transformer.train_transformers import cross_entropy

SHAPE = Shape(width=12, heads=3, hidden=7, outputs=2)


def made(shape: Shape = SHAPE, networks: int = 2) -> Parameters:
    parameters = first_parameters(shape, [np.random.default_rng(seed) for seed in range(networks)])
    random = torch.Generator().manual_seed(1)
    # gains and biases as after some steps
    parameters.flat.add_(0.1 * torch.randn(parameters.flat.shape, generator=random))
    return parameters


def tokens(networks: int = 2) -> torch.Tensor:
    random = torch.Generator().manual_seed(2)
    return torch.randint(2, (networks, 5, 4, 8), generator=random) * 2.0 - 1


def test_it_is_torchs_transformer_of_each_network() -> None:
    views = made().views
    found = transformer_logits(SHAPE, views, tokens())
    for network in range(2):
        weights = {name: stacked[network] for name, stacked in views.items()}
        masks = {name: torch.ones_like(weights[name]) for name in MLP_WEIGHTS}
        plain = PlainTransformer(weights, masks, SHAPE.heads)
        wanted = plain(tokens()[network]).flatten(0, 1)
        torch.testing.assert_close(found[network], wanted, atol=1e-5, rtol=1e-4)


def test_a_token_does_not_see_later_ones() -> None:
    views, changed = made().views, tokens()
    changed[:, :, 3] *= -1
    before = transformer_logits(SHAPE, views, tokens()).view(2, 5, 3, 2)
    after = transformer_logits(SHAPE, views, changed).view(2, 5, 3, 2)
    torch.testing.assert_close(before[:, :, :2], after[:, :, :2])
    assert bool((before[:, :, 2] != after[:, :, 2]).any())


def test_without_hidden_units_there_is_no_mlp() -> None:
    shape = Shape(width=12, heads=3, hidden=0, outputs=2)
    small, whole = made(shape), made()
    assert set(whole.views) - set(small.views) == {
        *MLP_WEIGHTS,
        "up_shift",
        "down_shift",
        "gain_mlp",
        "shift_mlp",
    }
    silent = {**small.views, "gain_mlp": torch.ones(2, 12), "shift_mlp": torch.zeros(2, 12)}
    silent |= {name: whole.views[name] for name in ("up", "up_shift")}
    silent |= {"down": torch.zeros(2, 7, 12), "down_shift": torch.zeros(2, 12)}
    torch.testing.assert_close(
        transformer_logits(shape, small.views, tokens()),
        transformer_logits(SHAPE, silent, tokens()),
    )


def test_first_weights_are_the_same_with_an_mlp_and_without() -> None:
    def first(hidden: int) -> dict[str, np.ndarray]:
        shape = Shape(width=12, heads=3, hidden=hidden, outputs=2)
        return first_parameters(shape, [np.random.default_rng(3)]).arrays()

    without, whole = first(0), first(7)
    assert all(np.array_equal(without[name], whole[name]) for name in without)
    assert np.abs(whole["up"]).max() <= 12**-0.5
    assert np.abs(whole["down"]).max() <= 7**-0.5
    assert (whole["gain_last"] == 1).all()
    assert not whole["up_shift"].any()


def test_the_gradient_of_the_l1_penalty() -> None:
    weights = {name: torch.tensor([[-2.0, 0.0, 3.0]]) for name in MLP_WEIGHTS}
    gradient = {name: torch.ones(1, 3) for name in MLP_WEIGHTS}
    add_l1_gradient(weights, gradient, 0.5)
    for values in gradient.values():
        assert values.tolist() == [[0.5, 1.0, 1.5]]


def test_the_loss_is_a_mean_over_rows_and_a_sum_over_outputs_and_networks() -> None:
    logits = torch.zeros(2, 5, 3)
    assert cross_entropy(logits, torch.ones(2, 5, 3)).item() == pytest.approx(6 * np.log(2))
