"""Judged edits come back from files as they were, and say what they are of."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.judge_calibration import generate_judged_edits
from compsparse.studies.regime.judge_calibration.stored import KINDS, read_edits
from compsparse.studies.regime.judging.edits import MEANINGFUL
from compsparse.studies.regime.judging.sweep import EFFECT, TOLERANCE
from tests.unit.studies.regime.judge_calibration.planted import TARGETS, good, planted, write_edits
from workflow_engine.artifacts.arrays import encode


def test_edits_come_back_as_they_were(tmp_path: Path) -> None:
    edits = planted(good, lambda kind, repeat: 0.5 * good(kind, repeat), runs=2)
    read = read_edits(write_edits(edits, tmp_path), TARGETS)
    assert len(read) == 2
    for run, rows in enumerate(read):
        wanted = [*edits[0][run], *edits[1][run]]
        assert [repr(row) for row in rows] == [repr(row) for row in wanted]  # NaN equals NaN


def test_a_file_of_other_targets_is_refused(tmp_path: Path) -> None:
    path = write_edits(planted(good, good, runs=1), tmp_path)
    with pytest.raises(ValueError, match="has 2 targets and 9 kinds of edits; needed are 1 and 9"):
        read_edits(path, TARGETS[:1])


def test_edits_are_drawn_for_each_target_by_its_name(tmp_path: Path) -> None:
    rgb = np.full((256, 256, 3), 0.9, dtype=np.float32)
    rgb[80:136, 32:88] = [0.8, 0.1, 0.1]
    path = tmp_path / "target.npz"
    path.write_bytes(encode(path, {"rgb": rgb, "complexity": np.array(0.1)}))

    def drawn(*names: str) -> dict[str, np.ndarray]:
        params = {
            "root_seed": 1,
            "seed_names": ["regime", "judge_calibration", "all"],
            "targets": list(names),
            "runs": 2,
            "repeats": 2,
        }
        data = generate_judged_edits.run({"targets": [path] * len(names)}, **params)["data"]
        assert isinstance(data, dict)
        return data

    alone, both = drawn("b"), drawn("a", "b")
    assert both["score"].shape == (2, 2, len(KINDS), 2)
    np.testing.assert_array_equal(both["score"][1], alone["score"][0])
    assert not np.array_equal(both["score"][0], both["score"][1], equal_nan=True)
    assert not np.array_equal(alone["score"][0, 0], alone["score"][0, 1], equal_nan=True)
    assert not alone["symmetric"].any()
    made = np.isfinite(alone["score"])
    assert made.all(axis=(0, 1, 3)).tolist() == [kind != "mirrored pair changed" for kind in KINDS]
    assert (np.abs(alone["effect"][made] / EFFECT - 1) <= TOLERANCE).all()
    assert len(MEANINGFUL) < len(KINDS)
