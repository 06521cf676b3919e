from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_properties import evaluate_output_mixture


def write(folder: Path, name: str, **changes: Any) -> Path:
    params = {
        "root_seed": 1,
        "seed_names": ["test", name],
        "input_factors": [2] * 5,
        "output_factors": [4, 3],
        "parents": 2,
        "concentration": 0.1,
        "runs": 6,
    } | changes
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    path = folder / f"{name}.npz"
    np.savez(path, **arrays)
    return path


def test_total_correlation_of_known_laws() -> None:
    outputs = Factorization((2, 2))
    independent = np.outer([0.3, 0.7], [0.6, 0.4]).reshape(-1)
    nearly_equal = np.array([0.5, 1e-12, 1e-12, 0.5])
    total = evaluate_output_mixture.total_correlation(
        np.stack([independent, nearly_equal]), outputs
    )
    np.testing.assert_allclose(total, [0.0, np.log(2)], rtol=0, atol=1e-9)


def test_total_correlation_knows_which_factor_varies_fastest() -> None:
    """Independent factors of sizes 2 and 3 stay so only in the right order."""
    law = np.multiply.outer([0.2, 0.3, 0.5], [0.9, 0.1]).reshape(1, -1)
    assert abs(evaluate_output_mixture.total_correlation(law, Factorization((2, 3)))[0]) < 1e-15
    assert evaluate_output_mixture.total_correlation(law, Factorization((3, 2)))[0] > 0.1


def test_table_and_metrics(tmp_path: Path) -> None:
    paths = [write(tmp_path, "one", parents=1), write(tmp_path, "two")]
    outputs: Any = evaluate_output_mixture.run({"datasets": paths}, root_seed=0)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_output_mixture"]
    assert table["graph"].tolist() == list(range(12))
    # two parents each, s of them shared: 4 - s distinct binary parents
    two = table[table["parents"] == 2]
    assert (two["components"] == 2 ** (4 - two["shared_parents"])).all()
    assert (table["components"] == table["parent_states"]).all()
    for name in ("mixture_error", "component_correlation", "separate_correlation"):
        assert metrics[f"{name}_over_bound"]["value"] <= 1, name
    assert metrics["component_mismatches"]["value"] == 0
    assert metrics["shared_correlation_over_bound"]["value"] > 1e6
    shared = table["shared_parents"] > 0
    assert metrics["shared_correlation_over_bound"]["n"] == int(shared.sum())


def test_a_contrast_is_required(tmp_path: Path) -> None:
    path = write(tmp_path, "all", parents=5)
    with pytest.raises(ValueError, match="6 of 6 graphs have a parent"):
        evaluate_output_mixture.run({"datasets": [path]}, root_seed=0)


def test_components_of_another_graph_do_not_mix_to_the_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = read_dataset(write(tmp_path, "one"))
    groups, components = dataset.distinct(0)
    monkeypatch.setattr(
        type(dataset), "distinct", lambda *_: (np.zeros_like(groups), components.copy())
    )
    assert evaluate_output_mixture.check(dataset, 0)["mixture_error_over_bound"] > 1e6  # type: ignore[operator]
