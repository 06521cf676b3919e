"""The attention-only model: with theory's keys it composes, at even attention it does not move."""

import numpy as np
import pytest
import torch

from compsparse.studies.composition.attention import model
from compsparse.studies.composition.task.hops import all_hops, permutations

SHARP = 30.0


def task(folds: int = 4, symbols: int = 3) -> tuple[torch.Tensor, torch.Tensor, list[np.ndarray]]:
    random = np.random.default_rng(5)
    hidden = permutations(random, 2, folds, symbols=symbols)
    read = permutations(random, 2, 6, folds, symbols=symbols)
    answers = all_hops(read, hidden[:, None])
    return torch.from_numpy(hidden), torch.from_numpy(read), answers


def theory(hidden: torch.Tensor, layers: int) -> list[torch.Tensor]:
    tokens = hidden.shape[1] * hidden.shape[2]
    keys = model.theory_keys(hidden, layers)
    return [SHARP * torch.nn.functional.one_hot(key, tokens).float() for key in keys]


@pytest.mark.parametrize(("folds", "layers"), [(1, 1), (2, 2), (4, 3), (8, 4)])
def test_with_the_keys_of_theory_every_hop_is_right(folds: int, layers: int) -> None:
    hidden, read, answers = task(folds)
    outs = model.layer_outputs(theory(hidden, layers), read)
    for hop, (out, right) in enumerate(zip(outs, answers, strict=True)):
        found = model.readout(out, hop, folds)
        np.testing.assert_array_equal(found.argmax(-1).numpy(), right)
        np.testing.assert_allclose(found.sum(-1).numpy(), 1.0, atol=1e-5)


def test_another_hidden_permutation_gives_other_answers() -> None:
    hidden, read, answers = task()
    outs = model.layer_outputs(theory(hidden.roll(1, -1), 3), read)
    assert (model.readout(outs[0], 0, 4).argmax(-1).numpy() != answers[0]).all()


def test_attention_adds_up_to_one_and_is_where_theory_says() -> None:
    hidden, read, _ = task()
    keys = model.theory_keys(hidden, 3)
    looked = model.attend(theory(hidden, 3), read)
    for attention, _ in looked:
        np.testing.assert_allclose(attention.sum(-1).numpy(), 1.0, atol=1e-5)
    held = looked[0][1].argmax(-1)
    wanted = keys[1][:, None].expand(-1, 6, -1).gather(-1, held)
    assert bool((looked[1][0].argmax(-1) == wanted).all())


def test_at_even_attention_the_longest_hop_gives_no_gradient() -> None:
    _, read, answers = task()
    weights = [torch.zeros(2, 12, 12, requires_grad=True) for _ in range(3)]
    outs = model.layer_outputs(weights, read)
    right = torch.from_numpy(answers[2])[..., None]
    loss = -model.readout(outs[2], 2, 4).gather(-1, right).log().mean()
    gradients = torch.autograd.grad(loss, weights)
    assert max(float(gradient.abs().max()) for gradient in gradients) < 1e-8
    single = -model.readout(model.layer_outputs(weights, read)[0], 0, 4)
    first = single.gather(-1, torch.from_numpy(answers[0])[..., None]).log().mean()
    assert float(torch.autograd.grad(first, weights[0])[0].abs().max()) > 1e-3
