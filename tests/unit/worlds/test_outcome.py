"""What came of a world is stored and read back."""

import json
from pathlib import Path

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.measurement import Metrics
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.outcome import Outcome, read_outcome


def test_what_was_measured_and_what_was_not_comes_back(base: Metrics, tmp_path: Path) -> None:
    curve = tmp_path / "toy/tables/toy_curve.metrics.json"
    curve.parent.mkdir(parents=True)
    slope = {"value": 1.0, "low": 0.5, "high": 1.5, "n": 4}
    curve.write_text(json.dumps({"toy_curve": {"slope": slope}}))
    other = "toy/tables/toy_other.metrics.json"
    reasons = {str(curve.relative_to(tmp_path)): None, other: "it divides by zero"}
    found = Outcome.read(tmp_path, reasons, ["toy_far"])
    assert found.metrics == {"toy_curve": {"slope": base["toy_curve"]["slope"]}}
    assert found.missing == {"toy_other": "it divides by zero"}
    path = tmp_path / "flat.json"
    path.write_text(json.dumps(found.as_json()))
    assert read_outcome(path) == found


@pytest.mark.parametrize("content", [[], {}, {"metrics": {}}, 3])
def test_another_form_is_refused(content: object, tmp_path: Path) -> None:
    path = tmp_path / "flat.json"
    path.write_text(json.dumps(content))
    with pytest.raises(WorldsError, match=r"flat\.json: allowed is what came of a world"):
        read_outcome(path)


def test_a_measurement_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "flat.json"
    there = {"metrics": {"toy_curve": {"slope": 1}}, "missing": {}, "left_out": []}
    path.write_text(json.dumps(there))
    with pytest.raises(ClaimsError, match=r"flat\.json, metric toy_curve\.slope"):
        read_outcome(path)
