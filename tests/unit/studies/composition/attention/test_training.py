"""Training of the attention-only model, and what it keeps."""

from pathlib import Path

import numpy as np

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.attention.training import log_spaced
from tests.unit.studies.composition.conftest import written
from workflow_engine.artifacts.arrays import read_arrays


def test_the_mixture_is_learned_and_attention_is_where_theory_says(
    trained: dict[str, Path],
) -> None:
    history = read_history(trained["mixture"])
    assert history.curves[:, -1].min() > 0.95
    assert history.attention[history.best].min() > 0.95
    np.testing.assert_allclose(history.first_layer[history.best].sum(axis=-1), 1.0, atol=1e-5)


def test_nothing_is_known_at_the_start(trained: dict[str, Path]) -> None:
    history = read_history(trained["mixture"])
    assert history.step[0] == 0
    assert abs(history.curves[:, 0].mean() - history.chance) < 0.15


def test_the_rate_is_chosen_on_validation(tmp_path: Path, hidden: Path) -> None:
    path = written(tmp_path / "model.npz", hidden, data="mixture", rates=[0.00001, 0.1])
    assert (history := read_history(path)).rate[history.best] == 0.1


def test_a_run_and_a_rate_are_trained_as_if_alone(tmp_path: Path, hidden: Path) -> None:
    both = read_arrays(written(tmp_path / "a.npz", hidden, data="mixture", steps=10))
    alone = read_arrays(written(tmp_path / "b.npz", hidden, data="mixture", steps=10, rates=[0.1]))
    np.testing.assert_allclose(both["first_layer"][1], alone["first_layer"][0], atol=1e-6)


def test_a_shallow_model_is_read_in_its_last_layer(tmp_path: Path, hidden: Path) -> None:
    path = written(tmp_path / "model.npz", hidden, data="mixture", layers=1)
    accuracy = read_history(path).curves[:, -1]
    assert accuracy[:, 0].min() > 0.95
    assert accuracy[:, 1:].max() < 0.6


def test_looks_begin_before_training_and_end_after_it() -> None:
    looks = log_spaced(1500, 60)
    assert looks == sorted(looks)
    assert (looks[0], looks[-1]) == (0, 1500)
    assert 40 < len(looks) <= 61
