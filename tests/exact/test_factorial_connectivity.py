"""The two extremes of the connectivity (document 004, (P3') and Section 4.4, on Figure 6)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss, uniform_loss


def dataset(folder: Path, connectivity: float, **changes: object) -> Dataset:
    params = {
        "root_seed": 7,
        "seed_names": ["test", "connectivity"],
        "input_factors": [2, 3, 2],
        "output_factors": [4, 2],
        "connectivity": connectivity,
        "concentration": 0.1,
        "runs": 3,
    }
    arrays: Any = generate_dataset.run({}, **params | changes)["dataset"]
    path = folder / "dataset.npz"
    np.savez(path, **arrays)
    return read_dataset(path)


def test_without_edges_the_output_does_not_depend_on_the_input(tmp_path: Path) -> None:
    data = dataset(tmp_path, 0.0)
    assert data.statistical_complexity.tolist() == [0, 0, 0]
    assert data.approximation_complexity.tolist() == [0, 0, 0]
    for run in range(3):
        rows = data.probabilities(run)
        np.testing.assert_array_equal(rows, np.tile(rows[0], (12, 1)))
        assert len(data.distinct(run)[1]) == 1


def test_with_all_edges_every_input_has_tables_of_its_own(tmp_path: Path) -> None:
    data = dataset(tmp_path, 1.0)
    assert data.adjacency.all()
    assert data.statistical_complexity.tolist() == [12 * (4 + 2)] * 3
    for run in range(3):
        assert len(np.unique(data.probabilities(run), axis=0)) == 12


def test_with_all_edges_no_other_constant_beats_the_uniform_distribution(tmp_path: Path) -> None:
    """The mean over many tables of any prediction's loss is least for the uniform one."""
    data = dataset(tmp_path, 1.0, runs=200)
    inputs = np.arange(12)
    truth = np.stack([data.probabilities(run) for run in range(data.runs)]).mean(axis=(0, 1))
    # 2,400 rows: the standard error of a mean probability is below 0.007
    np.testing.assert_allclose(truth, 1 / 8, atol=0.03)
    gap = [uniform_loss(data, r, inputs) - constant_loss(data, r, inputs) for r in range(20)]
    assert min(gap) > 0  # in hindsight the inputs' own mean is better


def test_the_share_of_edges_is_the_connectivity(tmp_path: Path) -> None:
    share = dataset(tmp_path, 0.3, runs=200).adjacency.mean()
    # 1,200 edges: the standard error is 0.013
    assert share == pytest.approx(0.3, abs=0.05)
