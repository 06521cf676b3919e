from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.discussion import train_recommender
from compsparse.studies.factorial.training.observed_pairs import (
    ObservedPairs,
    Sampling,
    observe_pairs,
    smoothed_losses,
)

ROOT_SEED = 2
SAMPLING = Sampling(samples=50, validation_fraction=0.2, pairs_seed_names=["factorial", "test"])


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    arrays: Any = generate_dataset.run(
        {},
        root_seed=0,
        seed_names=["factorial", "test"],
        input_factors=[2, 3],
        output_factors=[2, 2],
        parents=1,
        concentration=0.5,
        runs=2,
    )["dataset"]
    np.savez(tmp_path / "dataset.npz", **arrays)
    return read_dataset(tmp_path / "dataset.npz")


def test_the_same_sampling_gives_the_same_pairs_whatever_else_differs(dataset: Dataset) -> None:
    first = observe_pairs(dataset, "cell", 1, SAMPLING, ROOT_SEED)
    restarted = train_recommender.Variant(
        **asdict(SAMPLING),
        embedding_dimension=3,
        seed_names=["restart"],
        restart=3,
        smoothing=[0.1],
    )
    again = observe_pairs(dataset, "cell", 1, restarted, ROOT_SEED)
    other = observe_pairs(dataset, "cell", 0, SAMPLING, ROOT_SEED)
    for mine, same, different in zip(first.training, again.training, other.training, strict=True):
        np.testing.assert_array_equal(mine, same)
        assert not np.array_equal(mine, different)
    assert (len(first.training[0]), len(first.validation[0])) == (40, 10)
    assert first.counts().sum() == 40
    assert first.counts().shape == (6, 4)


def test_pairs_follow_the_truth(dataset: Dataset) -> None:
    pairs = observe_pairs(dataset, "cell", 0, replace(SAMPLING, samples=60000), ROOT_SEED)
    counts = pairs.counts()
    frequencies = counts / counts.sum(1, keepdims=True)
    assert np.abs(frequencies - dataset.probabilities(0)).max() < 0.03


@pytest.mark.parametrize("share", [0.001, 0.999])
def test_no_pair_left_is_refused(dataset: Dataset, share: float) -> None:
    with pytest.raises(ValueError, match="at least one"):
        observe_pairs(dataset, "cell", 0, replace(SAMPLING, validation_fraction=share), ROOT_SEED)


def test_losses_by_hand() -> None:
    nothing = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    truth = np.array([[0.5, 0.5], [1.0, 0.0]])
    pairs = ObservedPairs(nothing, (np.array([0, 1]), np.array([1, 0])), truth)
    prediction = np.array([[0.5, 0.5], [0.25, 0.75]])
    losses = smoothed_losses(prediction, pairs, [1e-12, 1.0])
    assert losses["population_0"] == pytest.approx(np.log(4) / 2)
    assert losses["validation_0"] == pytest.approx((np.log(2) + np.log(4)) / 2)
    assert losses["population_1"] == pytest.approx(np.log(2) / 2)  # uniform
    assert losses["validation_1"] == pytest.approx(np.log(2))
