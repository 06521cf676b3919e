"""Judging as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.scores import generate_scores
from compsparse.studies.regime.scores.stored import read_scores
from tests.unit.studies.regime.steps import SEEDS, SHAPE, arrays, stored
from workflow_engine.artifacts.arrays import encode

PARAMS: dict[str, Any] = {**SEEDS, **SHAPE, "weights": 4}


def test_every_network_has_scores_beside_its_error(
    networks: Path, target: Path, tmp_path: Path
) -> None:
    outputs = generate_scores.run({"model": networks, "target": target}, **PARAMS)
    made = arrays(outputs)
    assert made["count"].tolist() == [85, 85]
    assert made["sweep_score"].shape == (2, 8)
    judged = np.isfinite(made["sweep_score"]).sum(axis=1)
    shares = 1 - made["inert"] - made["unmatched"]
    np.testing.assert_allclose(judged / 8, shares)
    means = np.nanmean(made["sweep_score"], axis=1)
    np.testing.assert_allclose(made["score"], means)
    for name in ("score", "score_with_symmetry", "alignment", "orthogonality", "ssim"):
        assert ((made[name] >= -0.1) & (made[name] <= 1)).all(), name
    table = read_scores(stored(tmp_path, "scores", outputs), {"kind": "dense"})
    assert table["kind"].tolist() == ["dense", "dense"] and table["run"].tolist() == [0, 1]


def test_the_error_is_that_of_the_whole_image(networks: Path, target: Path) -> None:
    made = arrays(generate_scores.run({"model": networks, "target": target}, **PARAMS))
    trained = np.load(networks)
    np.testing.assert_allclose(made["error"], trained["error_curve"][:, -1], rtol=1e-5)


def test_judging_a_network_alone_gives_the_same(
    networks: Path, target: Path, tmp_path: Path
) -> None:
    both = arrays(generate_scores.run({"model": networks, "target": target}, **PARAMS))
    second = {name: array[1:] for name, array in np.load(networks).items() if array.ndim}
    path = tmp_path / "second.npz"
    path.write_bytes(encode(path, second))
    alone = arrays(generate_scores.run({"model": path, "target": target}, **PARAMS))
    for name in ("score", "alignment", "error"):
        np.testing.assert_array_equal(alone[name], both[name][1:], err_msg=name)
