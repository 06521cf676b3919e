from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.reference_losses import (
    constant_loss,
    missing_parent_loss,
    uniform_loss,
)

Write = Callable[..., Path]
EVERY = np.arange(8)


def divergence(truth: np.ndarray, prediction: np.ndarray) -> float:
    return float((truth * np.log(truth / prediction)).sum(axis=1).mean())


@pytest.fixture
def dataset(write_dataset: Write) -> Dataset:
    return read_dataset(write_dataset("two", parents=2))


def test_uniform(dataset: Dataset) -> None:
    chosen = np.array([1, 4, 6])
    expected = divergence(dataset.probabilities(1)[chosen], np.full((3, 6), 1 / 6))
    assert uniform_loss(dataset, 1, chosen) == pytest.approx(expected)


def test_no_constant_is_better_than_the_best(dataset: Dataset) -> None:
    chosen = np.array([0, 3, 5, 7])
    truth = dataset.probabilities(0)[chosen]
    best = constant_loss(dataset, 0, chosen)
    assert best == pytest.approx(divergence(truth, truth.mean(axis=0, keepdims=True)))
    random = np.random.default_rng(0)
    others = random.dirichlet(np.ones(6), size=50)
    assert min(divergence(truth, other[None]) for other in others) > best
    assert uniform_loss(dataset, 0, chosen) > best


def test_nothing_to_know_costs_nothing(write_dataset: Write) -> None:
    dataset = read_dataset(write_dataset("none", connectivity=0.0))
    assert constant_loss(dataset, 0, EVERY) == pytest.approx(0, abs=1e-12)
    assert missing_parent_loss(dataset, 0, EVERY) == 0


def test_without_its_only_parent_an_output_factor_is_constant(write_dataset: Write) -> None:
    dataset = read_dataset(write_dataset("one", parents=1))
    # the two output factors of run 0 may share the parent; then the best constant knows less
    factors = [dataset.run_tables(0)[j][dataset.parent_states(0)[j]] for j in (0, 1)]
    expected = sum(divergence(f, f.mean(axis=0, keepdims=True)) for f in factors)
    assert missing_parent_loss(dataset, 0, EVERY) == pytest.approx(expected)


def test_the_parent_that_matters_least(dataset: Dataset) -> None:
    chosen = np.array([0, 1, 5])
    coordinates = dataset.inputs.coordinates(EVERY)
    expected = 0.0
    for factor, parents in enumerate(dataset.graph(2).parents):
        truth = dataset.run_tables(2)[factor][dataset.parent_states(2)[factor]]
        losses = []
        for left_out in parents:
            rest = [parent for parent in parents if parent != left_out]
            alike = (coordinates[:, None, rest] == coordinates[None, :, rest]).all(axis=2)
            averaged = alike @ truth / alike.sum(axis=1, keepdims=True)
            losses.append(divergence(truth[chosen], averaged[chosen]))
        expected += min(losses)
    assert missing_parent_loss(dataset, 2, chosen) == pytest.approx(expected)


def test_an_irrelevant_parent_costs_nothing(dataset: Dataset) -> None:
    tables = []
    for table in dataset.tables:
        changed = table.copy()
        changed[:, [1, 3]] = changed[:, [0, 2]]  # the first parent, the fast one, has no effect
        tables.append(changed)
    assert missing_parent_loss(replace(dataset, tables=tuple(tables)), 0, EVERY) == pytest.approx(
        0, abs=1e-12
    )


@pytest.mark.parametrize("parents", [1, 2, 3])
def test_losing_one_parent_costs_at_most_losing_all(write_dataset: Write, parents: int) -> None:
    dataset = read_dataset(write_dataset(f"p{parents}", parents=parents))
    for run, rows in product(range(3), (EVERY, EVERY[2:])):
        assert missing_parent_loss(dataset, run, rows) < uniform_loss(dataset, run, rows)
