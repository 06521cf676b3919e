"""Metrics, one by one."""

import json
from pathlib import Path

from compsparse.comparison.metrics_compared import compare_metrics, measured_text

INTERVAL = {"value": 2.0, "low": 1.0, "high": 3.0, "n": 4}


def written(folder: Path, content: object) -> Path:
    """Write a study's metrics into a folder."""
    path = folder / "tables/r.metrics.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(content))
    return folder


def test_every_state_of_a_metric(tmp_path: Path) -> None:
    old = {"r": {"same": 1, "near": INTERVAL, "far": 1.0, "gone": 1, "word": "x", "note": "x"}}
    new = {
        "r": {
            "same": 1,
            "near": INTERVAL | {"value": 2.5},
            "far": 1.5,
            "new": 1,
            "word": 3,
            "note": "x",
        },
        "not a mapping": 3,
    }
    folders = [written(tmp_path / "old", old), written(tmp_path / "new", new)]
    found = {change.name: change.state for change in compare_metrics("toy", *folders)}
    assert found == {
        "r.same": "equal",
        "r.near": "agrees",
        "r.far": "moved",
        "r.gone": "removed",
        "r.word": "moved",
        "r.note": "equal",
        "r.new": "added",
    }


def test_files_that_are_absent_or_of_another_form_have_no_metrics(tmp_path: Path) -> None:
    assert compare_metrics("toy", tmp_path / "absent", written(tmp_path, [1])) == []


def test_shift_and_text(tmp_path: Path) -> None:
    folder = written(tmp_path, {"r": {"a": INTERVAL, "b": 4}})
    one, two = compare_metrics("toy", folder, folder)
    assert one.shift == 0
    assert measured_text(one.after) == "2 [1, 3] (4 seeds)"
    assert measured_text(two.after) == "4"
    assert measured_text(None) == "no number"
