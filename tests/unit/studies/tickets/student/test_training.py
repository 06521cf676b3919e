"""One way of training for all: the same batches and steps, and scores by part."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.student import train_dense
from compsparse.studies.tickets.student.training import Recipe, Training
from compsparse.studies.tickets.teacher import generate_examples
from tests.unit.studies.tickets.planted import DATA, PAIRS, SEEDS, TRAINING, arrays, ran, stored


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    drawn = arrays(ran(generate_examples, {}, {**SEEDS, **DATA, "teacher": PAIRS}))
    return stored(tmp_path_factory.mktemp("data") / "examples.npz", drawn)


def dense(examples: Path, **more: Any) -> dict[str, np.ndarray]:
    return arrays(ran(train_dense, {"examples": examples}, {**SEEDS, **TRAINING, **more}))


def training_of(examples: Path, **more: Any) -> Training:
    return Training(examples, Recipe(**TRAINING | more), SEEDS["root_seed"])


def test_dense_students_learn(examples: Path) -> None:
    model = dense(examples, steps=400)
    assert (model["judged"] > 0.9).all()
    assert model["weights"].shape == (3, 8, 9)
    assert not np.array_equal(model["weights"], model["first_weights"])


def test_all_trainings_see_the_same_batches(examples: Path) -> None:
    training = training_of(examples)
    model = dense(examples)
    first = {name: model[f"first_{name}"][:, None] for name in ("weights", "readout")}
    masks = np.ones((3, 1, 8, 8), np.bool_)
    for _ in range(2):  # a second training goes over the same order again
        again = training.train(first, masks)
        assert np.array_equal(again.weights["weights"][:, 0], model["weights"])
    twice = {name: np.repeat(values, 2, axis=1) for name, values in first.items()}
    beside = training.train(twice, np.repeat(masks, 2, axis=1))
    assert np.allclose(beside.weights["weights"][:, 1], model["weights"], atol=1e-4)


def test_each_step_counts(examples: Path) -> None:
    assert not np.array_equal(dense(examples)["weights"], dense(examples, steps=39)["weights"])


def test_scores_are_those_of_their_part(examples: Path) -> None:
    training, model = training_of(examples), dense(examples)
    weights = {name: model[name][:, None] for name in ("weights", "readout")}
    for part in ("learned", "choosing", "judged"):
        found = training.score(weights, part, 1)[:, 0]
        assert found == pytest.approx(model[part], abs=1e-5)
    assert len({model[part][0] for part in ("learned", "choosing", "judged")}) == 3


def test_a_batch_above_the_examples_is_refused(examples: Path) -> None:
    with pytest.raises(ValueError, match="batch is 257; allowed: 1 to 256"):
        training_of(examples, batch=257)
