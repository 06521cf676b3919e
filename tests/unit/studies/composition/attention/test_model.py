"""The attention-only model: with theory's keys it composes, at even attention it does not move."""

import numpy as np
import pytest

from compsparse.studies.composition.attention import model
from compsparse.studies.composition.attention.gradient import FLOOR, Part, gradient
from compsparse.studies.composition.attention.training import right_pairs, slopes_of_hops
from compsparse.studies.composition.parallel_tasks.automata import windows
from compsparse.studies.composition.parallel_tasks.model import ReadWords, shapes
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.worlds import Ablation, World

SHARP = 30.0


def task(folds: int = 4) -> tuple[np.ndarray, model.Read, list[np.ndarray]]:
    random = np.random.default_rng(5)
    hidden = permutations(random, folds, symbols=3)
    read = permutations(random, 9, folds, symbols=3)
    return hidden, model.Read(read), all_hops(read, hidden[None])


def theory(hidden: np.ndarray, layers: int) -> model.Weights:
    codes = SHARP * np.eye(hidden.size, dtype=np.float32)
    return [codes[key] for key in model.theory_keys(hidden, layers)]


@pytest.mark.parametrize(("folds", "layers"), [(1, 1), (2, 2), (4, 3), (8, 4)])
def test_with_the_keys_of_theory_every_hop_is_right(folds: int, layers: int) -> None:
    hidden, read, answers = task(folds)
    outs = model.layer_outputs(theory(hidden, layers), read)
    for hop, (out, right) in enumerate(zip(outs, answers, strict=True)):
        found = model.readout(out, hop, folds)
        np.testing.assert_array_equal(found.argmax(-1), right)
        np.testing.assert_allclose(found.sum(-1), 1.0, atol=1e-5)


def test_another_hidden_permutation_gives_other_answers() -> None:
    hidden, read, answers = task()
    outs = model.layer_outputs(theory(np.roll(hidden, 1, axis=-1), 3), read)
    assert (model.readout(outs[0], 0, 4).argmax(-1) != answers[0]).all()


def test_attention_adds_up_to_one_and_is_where_theory_says() -> None:
    hidden, read, _ = task()
    looked = model.attend(theory(hidden, 3), read)
    for attention, _ in looked:
        np.testing.assert_allclose(attention.sum(-1), 1.0, atol=1e-5)
    wanted = model.theory_keys(hidden, 3)[1][looked[0][1].argmax(-1)]
    np.testing.assert_array_equal(looked[1][0].argmax(-1), wanted)


def test_the_softmax_is_finite_whatever_the_scores() -> None:
    np.testing.assert_array_equal(model.softmax(np.array([[-500.0, 500.0]])), [[0.0, 1.0]])


def differences(loss: object, weights: model.Weights, slopes: model.Weights) -> None:
    """Hold slopes against differences of the loss, at entries drawn from each layer."""
    random = np.random.default_rng(3)
    for layer, slope in enumerate(slopes):
        for _ in range(6):
            entry = tuple(int(random.integers(size)) for size in slope.shape)
            losses = []
            for step in (1e-5, -1e-5):
                moved = [whole.copy() for whole in weights]
                moved[layer][entry] += step
                losses.append(loss(moved))  # type: ignore[operator]
            assert slope[entry] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-5, abs=1e-8)


def split_loss(
    ablation: Ablation, weights: model.Weights, read: model.Sequences, answers: list[np.ndarray]
) -> float:
    """Return the mean loss of sequences that are split evenly over hops, from all outputs."""
    outs, total = model.layer_outputs(weights, read), 0.0
    for hop, part in enumerate(np.array_split(np.arange(len(read)), len(answers))):
        out = outs[ablation.readout_layer(hop, len(weights))]
        found = model.readout(out, hop, answers[hop].shape[1])
        weight = np.take_along_axis(found, answers[hop][..., None], axis=-1)[part]
        total -= float(np.log(weight + FLOOR).sum()) / (len(read) * answers[hop][0].size)
    return total


@pytest.mark.parametrize("world", ["none", "wrong_layers"])
def test_the_gradient_is_that_of_the_loss_of_split_sequences(world: World) -> None:
    _, read, answers = task()
    weights = [np.random.default_rng(layer).standard_normal((12, 12)) for layer in range(3)]
    ablation = Ablation(world)
    found = slopes_of_hops(ablation, 3, read, answers, (0, 1, 2))(weights)
    differences(lambda moved: split_loss(ablation, moved, read, answers), weights, found)


def test_the_gradient_of_an_automaton_whose_symbols_merge_states() -> None:
    table, random = np.array([[0, 0, 1, 2], [1, 2, 3, 3]]), np.random.default_rng(1)
    words = random.integers(2, size=(6, 4))
    read, answers = ReadWords(words, 2, 4), windows(table[words])
    weights = [random.standard_normal(size) for size in shapes(4, 2, 4, 3)]
    ablation = Ablation("none")
    found = slopes_of_hops(ablation, 3, read, answers, (0, 1, 2))(weights)
    differences(lambda moved: split_loss(ablation, moved, read, answers), weights, found)


def test_a_single_token_asks_as_in_the_whole_model() -> None:
    _, read, answers = task()
    weights = [np.random.default_rng(layer).standard_normal((12, 12)) for layer in range(3)]
    token = np.arange(9)[:, None]
    for hop in range(3):
        right = np.take_along_axis(right_pairs(answers[hop], hop), token, axis=1)
        for layer in range(3):

            def loss(moved: model.Weights, layer: int = layer, right: np.ndarray = right) -> float:
                out = model.layer_outputs(moved, read)[layer]
                return -float(np.log(out[token, token, right] + FLOOR).sum())

            found = gradient(weights, [Part(layer, read, token, right, 1.0)])
            differences(loss, weights, found)


def test_at_even_attention_the_longest_hop_gives_no_gradient() -> None:
    _, read, answers = task()
    even = [np.zeros((12, 12), dtype=np.float32) for _ in range(3)]
    alone = slopes_of_hops(Ablation("none"), 3, read, answers, (2,))(even)
    assert max(float(np.abs(layer).max()) for layer in alone) < 1e-8
    single = slopes_of_hops(Ablation("none"), 3, read, answers, (0,))(even)
    assert float(np.abs(single[0]).max()) > 1e-3
