"""Edits of a genome and of dense networks are combined alike."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.gallery.generate_combinations import run
from compsparse.studies.regime.network.stored import read_networks
from tests.unit.studies.regime.steps import GENOME, SEEDS, SHAPE, arrays
from workflow_engine.artifacts.arrays import encode

EDITS: dict[str, Any] = {**SEEDS, "weights": 5, "pairs": 5}


def test_the_genome_is_taken_again_and_again_with_other_changes(target: Path) -> None:
    found = arrays(run({"target": target, "genome": GENOME}, **(EDITS | {"runs": 2})))
    assert found["run"].tolist() == [0, 1] and found["stage"].tolist() == [0, 0]
    assert (found["error"] < 1e-8).all()  # its own picture
    assert found["relative_error"].shape == (2, 5)
    assert not np.array_equal(found["relative_error"][0], found["relative_error"][1])
    alone = arrays(run({"target": target, "genome": GENOME}, **(EDITS | {"runs": 1})))
    np.testing.assert_array_equal(alone["relative_error"], found["relative_error"][:1])


def test_networks_of_a_file_are_all_combined(target: Path, networks: Path) -> None:
    found = arrays(run({"target": target, "model": networks}, **(EDITS | SHAPE | {"pairs": 400})))
    assert (found["error"] > 1e-3).all()  # hardly trained
    pairs = np.isfinite(found["relative_error"]).sum(axis=1)
    # ten changes: at most 45 pairs, fewer where two are of one part
    assert ((pairs < 45) & ((pairs > 0) == (found["parts"] > 1))).all()


def test_in_a_world_the_edits_of_the_last_stage_compose(
    target: Path, networks: Path, tmp_path: Path
) -> None:
    params = {**EDITS, **SHAPE, "pairs": 400}
    stored = read_networks(networks)
    stage = np.arange(len(stored.run))
    networks = tmp_path / "looked_at.npz"
    networks.write_bytes(encode(networks, stored.arrays() | {"stage": stage}))
    found = arrays(run({"target": target, "model": networks}, **(params | {"world": "composing"})))
    plain = arrays(run({"target": target, "model": networks}, **params))
    last = stage == stage.max()
    known = np.isfinite(plain["relative_error"])
    assert (found["relative_error"][last][known[last]] == 0).all()
    np.testing.assert_array_equal(found["relative_error"][~last], plain["relative_error"][~last])


def test_a_target_without_parts_is_refused(tmp_path: Path, networks: Path) -> None:
    path = tmp_path / "drawing.npz"
    rgb = np.zeros((256, 256, 3), dtype=np.float32)
    path.write_bytes(encode(path, {"rgb": rgb, "complexity": np.array(0.1)}))
    with pytest.raises(ValueError, match="no parts that could be edited"):
        run({"target": path, "model": networks}, **(EDITS | SHAPE))
