"""Both sides of ``benchmarks/composition`` do the same mathematics."""

import math

import numpy as np
import torch

from benchmarks.composition.cases import SHAPE, Case
from benchmarks.composition.plain_peer import PlainTransformer, plain_sequences
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.transformer.model import Pass, first_weights


def copied(weights: torch.Tensor) -> PlainTransformer:
    """Return the plain transformer with the weights of one model."""
    parts, start = [], 0
    for shape, _ in SHAPE.parts():
        parts.append(weights[start : start + math.prod(shape)].reshape(shape))
        start += math.prod(shape)
    position, value, *blocks, answers, bias = parts
    state = {
        "position.weight": position,
        "value.weight": value,
        "answers.weight": answers.T,
        "answers.bias": bias[0],
    }
    for layer, (mixed, out, up, up_bias, down, down_bias) in enumerate(
        zip(*[iter(blocks)] * 6, strict=True)
    ):
        block = {
            "self_attn.in_proj_weight": mixed.T,
            "self_attn.out_proj.weight": out.T,
            "linear1.weight": up.T,
            "linear1.bias": up_bias[0],
            "linear2.weight": down.T,
            "linear2.bias": down_bias[0],
        }
        state |= {f"encoder.layers.{layer}.{name}": part for name, part in block.items()}
    plain = PlainTransformer(SHAPE)
    plain.load_state_dict(state)  # strict: neither side has a weight that the other lacks
    return plain


def test_scores_and_gradients_are_equal_on_equal_weights() -> None:
    weights = first_weights(SHAPE, np.random.default_rng(1))
    weights += 0.1 * np.random.default_rng(4).standard_normal(weights.shape).astype(np.float32)
    plain = copied(torch.from_numpy(weights))
    hidden, read = (permutations(np.random.default_rng(2), *n, 4, symbols=5) for n in ((), (6,)))
    pairs = (read + np.arange(4)[:, None] * 5).reshape(6, 20)
    passed, answers = Pass(SHAPE, weights, read), all_hops(read, hidden[None])
    theirs = plain(torch.from_numpy(pairs))
    ours = passed.logits().reshape(6, 20, 3, 5)
    np.testing.assert_allclose(ours, theirs.detach().numpy(), atol=1e-4, rtol=1e-4)
    right = torch.from_numpy(np.stack(answers, axis=-1).reshape(6, 20, 3))
    torch.nn.functional.cross_entropy(theirs.flatten(0, 2), right.flatten()).backward()
    assert plain.value.weight.grad is not None
    size = plain.value.weight.numel()
    found = passed.gradient(answers, slice(0, 3))[size : 2 * size].reshape(20, 64)
    np.testing.assert_allclose(found, plain.value.weight.grad.numpy(), atol=1e-5, rtol=1e-3)


def test_sequences_by_loops_have_the_answers_of_the_study() -> None:
    hidden = permutations(np.random.default_rng(3), 4, symbols=5)
    pairs, answers = map(np.array, plain_sequences(hidden.tolist(), 7, 3))
    read = (pairs % 5).reshape(7, 4, 5)
    wanted = np.stack([hop.reshape(7, 20) for hop in all_hops(read, hidden)], axis=-1)
    np.testing.assert_array_equal(answers, wanted)


def test_a_case_steps_on_both_sides() -> None:
    for data in (True, False):
        for step in Case(2, data, None).sides().values():
            step()
