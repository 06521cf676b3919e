"""Generated text and the transformer that learns it."""

from inspect import unwrap
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.studies.experts.language_model import train_language_models
from compsparse.studies.experts.language_model.text import draw_grammar
from compsparse.studies.experts.language_model.transformer import ExpertLayer
from compsparse.studies.experts.learning.network import Network, RoutedLayer
from tests.unit.studies.step_files import arrays, ran
from workflow_engine.provenance.arguments import arguments


def test_text_follows_its_rules_but_for_surprises() -> None:
    grammar = draw_grammar(3, 8, 4, 1e-12, np.random.default_rng(0))
    texts, _ = grammar.write(np.arange(9), 5, np.random.default_rng(1))
    assert texts.shape == (9, 12) and texts.max() < grammar.vocabulary == 3 + 3 + 24 + 12
    for pair, text in enumerate(texts):
        language, subject = divmod(pair, 3)
        assert text[:2].tolist() == [language, 3 + subject]
        concepts = text[2::2] - 6 - 8 * subject
        assert (grammar.following[subject, concepts[:-1]] == concepts[1:]).all()
        words = text[3::2] - 30 - 4 * language
        assert (grammar.words[language, grammar.classes[subject, concepts]] == words).all()


def test_what_rules_leave_is_their_entropy_on_average() -> None:
    grammar = draw_grammar(2, 4, 2, 0.4, np.random.default_rng(0))
    _, nats = grammar.write(np.arange(20000) % 4, 3, np.random.default_rng(1))

    def entropy(choices: int) -> float:
        shares = np.full(choices, 0.4 / choices)
        shares[0] += 0.6
        return float(-(shares * np.log(shares)).sum())

    # two concepts and three words of each text are predicted
    assert nats == pytest.approx((2 * entropy(4) + 3 * entropy(2)) / 5, rel=0.01)


def test_the_module_is_the_layer_of_numpy() -> None:
    layer = RoutedLayer(5, 2, 1, 3)
    network, module = Network([layer.layer(4, 0.0)], 4, 1), ExpertLayer(layer, 4, 0.0)
    network.initialize([np.random.default_rng(0)])
    (weights,) = network.weights
    assert module.router is not None
    with torch.no_grad():
        for linear, values in (
            (module.lower, weights["lower"]),
            (module.router, weights["router"]),
        ):
            linear.weight.copy_(torch.from_numpy(values[0, :-1].T.copy()))
            linear.bias.copy_(torch.from_numpy(values[0, -1].copy()))
        module.upper.weight.copy_(torch.from_numpy(weights["upper"][0].T.copy()))
        module.upper.bias.zero_()
    x = np.random.default_rng(1).standard_normal((1, 7, 4)).astype(np.float32)
    found = module(torch.from_numpy(x)).detach().numpy()
    np.testing.assert_allclose(found, network.forward(x, x), rtol=1e-4, atol=1e-5)


@pytest.fixture
def params() -> dict[str, Any]:
    """Return parameters of a tiny training."""
    arms = {"experts": {"routed": 4, "kept": 2, "shared": 1, "width": 2, "balanced": True}}
    return {
        "root_seed": 5,
        "seed_names": ["test"],
        "languages": 2,
        "concepts": 4,
        "classes": 2,
        "surprise": 0.2,
        "held_out": 1,
        "length": 3,
        "runs": 2,
        "hidden": 8,
        "heads": 2,
        "layers": 1,
        "arms": arms,
        "rates": [0.003, 0.03],
        "steps": 40,
        "batch": 16,
        "offset_step": 0.01,
        "judged": 50,
    }


def test_training_holds_pairs_out_and_repeats_itself(params: dict[str, Any]) -> None:
    first, second = (arrays(ran(train_language_models, {}, params)) for _ in range(2))
    np.testing.assert_array_equal(first["held_out_experts"], second["held_out_experts"])
    assert (first["seen_experts"][:, 1] < np.log(4 + 4)).all()
    assert (first["held_out_experts"] > first["seen_experts"]).mean() > 0.5


def test_on_a_device_all_is_there_until_the_first_loss_comes_back(params: dict[str, Any]) -> None:
    # meta has shapes and no values, and refuses what lies elsewhere; types would refuse it
    values: dict[str, Any] = arguments(train_language_models.run, params) | {"device": "meta"}
    with pytest.raises(RuntimeError, match=r"item\(\) cannot be called on meta tensors"):
        unwrap(train_language_models.run)({}, **values)
