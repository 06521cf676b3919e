from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset, worlds
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.embedding import factor_embedding
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.artifacts.errors import ArtifactError

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["factorial", "test", "2pow4"],
    "input_factors": [2, 2, 2, 2],
    "output_factors": [3, 2],
    "parents": 1,
    "concentration": 0.5,
    "runs": 2,
}


def arrays(world: str | None = None) -> dict[str, np.ndarray]:
    made: Any = generate_dataset.run({}, **PARAMS | ({} if world is None else {"world": world}))
    return dict(made["dataset"])


def dataset(folder: Path, world: str | None = None, **changed: np.ndarray) -> Dataset:
    path = folder / "dataset.npz"
    np.savez(path, **{**arrays(world), **changed})  # type: ignore[arg-type]
    return read_dataset(path)


def marginals(probabilities: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The laws of the first and of the second output factor; the first varies fastest."""
    joint = probabilities.reshape(-1, 2, 3)
    return joint.sum(axis=1), joint.sum(axis=2)


def test_nothing_is_taken_away_in_identity() -> None:
    base, identity = arrays(), arrays("identity")
    assert list(base) == list(identity)
    for name, values in base.items():
        np.testing.assert_array_equal(values, identity[name])


@pytest.mark.parametrize("world", ["no_factors", "scramble", "full_graph"])
def test_the_graph_stays_as_a_label(tmp_path: Path, world: str) -> None:
    base, made = arrays(), arrays(world)
    for name in base:
        np.testing.assert_array_equal(base[name], made[name])
    read = dataset(tmp_path, world)
    np.testing.assert_allclose(read.probabilities(1), made["probabilities"][1])
    assert not np.allclose(read.probabilities(1), dataset(tmp_path).probabilities(1))
    groups, rows = read.distinct(1)
    np.testing.assert_array_equal(rows[groups], read.probabilities(1))
    states, tables = read.sampled_tables(1)
    np.testing.assert_array_equal(tables[0][states[0]], read.probabilities(1))


def test_without_factors_every_input_keeps_its_probabilities_in_another_order(
    tmp_path: Path,
) -> None:
    true, base = dataset(tmp_path, "no_factors"), dataset(tmp_path)
    np.testing.assert_array_equal(
        np.sort(true.probabilities(0), axis=1), np.sort(base.probabilities(0), axis=1)
    )
    # inputs with equal parents differ now
    assert len(np.unique(true.probabilities(0), axis=0)) > len(base.distinct(0)[1])


def test_scramble_keeps_each_factors_rows_and_their_counts(tmp_path: Path) -> None:
    true, base = dataset(tmp_path, "scramble"), dataset(tmp_path)
    pairs = zip(marginals(true.probabilities(0)), marginals(base.probabilities(0)), strict=True)
    for marginal, base_marginal in pairs:
        assert not np.allclose(marginal, base_marginal)
        np.testing.assert_allclose(np.sort(marginal, axis=0), np.sort(base_marginal, axis=0))


def test_in_the_full_graph_every_input_has_a_row_of_its_own(tmp_path: Path) -> None:
    true = dataset(tmp_path, "full_graph").probabilities(0)
    for marginal in marginals(true):
        assert len(np.unique(marginal.round(12), axis=0)) == 16
    # the output factors are still independent at each input
    first, second = marginals(true)
    product = second[:, :, None] * first[:, None, :]
    np.testing.assert_allclose(product.reshape(16, 6), true)


def test_with_one_parent_an_output_factor_knows_the_first_of_its_parents_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PARAMS, "parents", 2)
    made = dataset(tmp_path, "one_parent")
    graph = made.graph(0)
    values = graph.inputs.coordinates(np.arange(graph.inputs.size))
    for marginal, parents in zip(marginals(made.probabilities(0)), graph.parents, strict=True):
        first = values[:, parents[0]]
        assert len(parents) == 2
        assert len(np.unique(marginal.round(12), axis=0)) == len(set(first))
        for value in set(first):
            assert np.ptp(marginal[first == value], axis=0).max() < 1e-12


def test_an_unknown_world_is_refused() -> None:
    with pytest.raises(ValueError, match="datasets know identity, no_factors"):
        arrays("wrong_embedding")
    with pytest.raises(ValueError, match="given embeddings know identity, wrong_embedding"):
        worlds.given_embedding(Factorization((2, 2)), 3, np.random.default_rng(0), "scramble")


def test_rows_that_are_no_probabilities_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="rows of probabilities that sum to 1"):
        dataset(tmp_path, "scramble", probabilities=np.full((2, 16, 6), 0.2))


def test_a_wrong_embedding_has_the_rows_of_the_right_one_in_another_order() -> None:
    inputs = Factorization((2,) * 4)
    right = factor_embedding(inputs, 3, np.random.default_rng(0))
    for world in (None, "identity"):
        given = worlds.given_embedding(inputs, 3, np.random.default_rng(0), world)
        np.testing.assert_array_equal(given, right)
    wrong = worlds.given_embedding(inputs, 3, np.random.default_rng(0), "wrong_embedding")
    assert not np.allclose(wrong, right)
    np.testing.assert_array_equal(np.sort(wrong, axis=0), np.sort(right, axis=0))
