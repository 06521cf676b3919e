"""Trainings: learn, share first weights, validate on the right set; refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.studies.tickets.transformer import train_transformers
from compsparse.studies.tickets.transformer.model import Shape, Transformer, token_features
from tests.unit.studies.tickets.transformer.planted import TRAINING, drawn, stored, trained


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("transformer") / "examples.npz", drawn())


def test_steps_and_their_gradients(monkeypatch: pytest.MonkeyPatch, examples: Path) -> None:
    rates: list[float] = []

    class Recorder(Adam):
        def __init__(self, parameters: Any, gradient: Any) -> None:
            super().__init__(parameters, gradient)
            self.gradient = gradient

        def step(self, learning_rate: float) -> None:
            assert bool(torch.isfinite(self.gradient).all())
            assert float(self.gradient.abs().mean()) > 0
            rates.append(learning_rate)
            super().step(learning_rate)

    monkeypatch.setattr(train_transformers, "Adam", Recorder)
    trained(examples)
    assert rates == [constant_then_linear(0.01, 6)(step) for step in range(6)]


def test_accuracies_are_of_the_stored_weights_on_their_own_sets(examples: Path) -> None:
    model, data = trained(examples, steps=40), np.load(examples)
    shape = Shape(width=8, heads=2, hidden=10, outputs=3)
    for subset in ("validation", "test"):
        for run in range(2):
            for task in range(2):
                weights = {name: model[name][2 * run + task][None] for name in shape.sizes()}
                features = token_features(data[f"{subset}_tokens"][run, None])
                found = Transformer(shape, weights).logits(features)[0].reshape(3, 3, -1) > 0
                wanted = data[f"{subset}_labels"][run, task].transpose(2, 1, 0)
                assert model[subset][run, task] == pytest.approx((found == wanted).mean())


def test_first_weights_are_equal_in_all_tasks_of_a_run(examples: Path) -> None:
    untrained = trained(examples, steps=1, rates=[1e-9])
    for name in ("up", "down"):
        first = untrained[name]
        np.testing.assert_allclose(first[0], first[1], atol=1e-6)
        assert (np.abs(first[0] - first[2]) > 0.01).any()


def test_of_trainings_validation_chooses_for_each_network(
    examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, np.ndarray]] = []
    real = train_transformers._trained

    def watched(*given: Any) -> dict[str, np.ndarray]:
        made.append(real(*given))
        # test data may not choose
        made[-1]["test"] = 1 - made[-1]["validation"]
        return {name: values.copy() for name, values in made[-1].items()}

    monkeypatch.setattr(train_transformers, "_trained", watched)
    model = trained(examples, steps=40, rates=[0.01, 0.02, 0.03])
    validation = np.stack([stored["validation"] for stored in made])
    assert (validation.argmax(axis=0) != 0).any()
    np.testing.assert_array_equal(model["validation"].reshape(-1), validation.max(axis=0))
    for network, training in enumerate(validation.argmax(axis=0)):
        for name in ("up", "test"):
            values = model[name].reshape(-1) if name == "test" else model[name]
            np.testing.assert_array_equal(values[network], made[training][name][network])
        assert model["rate"].reshape(-1)[network] == [0.01, 0.02, 0.03][training]
    assert (made[0]["up"] != made[1]["up"]).any()


def test_without_an_mlp(examples: Path) -> None:
    model = trained(examples, hidden=0)
    assert "up" not in model
    assert model["validation"].shape == (2, 2)


@pytest.mark.parametrize("hidden", [0, 10])
def test_single_bits_are_learned(tmp_path: Path, hidden: int) -> None:
    tasks = [{"kind": "majority", "arity": 1}]
    path = stored(tmp_path / "examples.npz", drawn(learned=300, tasks=tasks, outputs=2))
    model = trained(path, hidden=hidden, steps=120, rates=[0.03])
    assert min(model["validation"].min(), model["test"].min()) > 0.97


def test_the_charge_shrinks_weights_of_the_mlp(examples: Path) -> None:
    plain, charged = (trained(examples, steps=40, l1=l1) for l1 in (0.0, 1.0))
    for name in ("up", "down"):
        assert np.abs(charged[name]).mean() < 0.5 * np.abs(plain[name]).mean()


def test_what_is_refused(examples: Path) -> None:
    with pytest.raises(ValueError, match="batch is 61; allowed: at most 60"):
        trained(examples, batch=61)
    with pytest.raises(FloatingPointError, match="diverged at rate 1e\\+30"):
        trained(examples, rates=[1e30])
    assert TRAINING["batch"] <= 60
