"""Every way in which a claim can change is told apart."""

import json
from pathlib import Path
from typing import Any

import pytest

from compsparse.comparison.claims_compared import (
    ClaimChange,
    claim_value_text,
    compare_claims,
)
from tests.unit.comparison.conftest import claim
from workflow_engine.artifacts.errors import ArtifactError


def changes(tmp_path: Path, before: list[Any], after: list[Any]) -> list[ClaimChange]:
    folders = []
    # revisions wrote another name once
    for name, rows in (("claims", before), ("run_claims", after)):
        folders.append(tmp_path / name)
        folders[-1].mkdir(exist_ok=True)
        (folders[-1] / f"{name}.json").write_text(json.dumps(rows))
    return compare_claims("toy", *folders)


@pytest.mark.parametrize(
    ("edit", "state"),
    [
        ({}, "equal"),
        ({"why": "other words"}, "equal"),
        ({"value": 2.1, "low": 1.6, "high": 2.6}, "agrees"),
        ({"value": 2.0, "low": 1.4}, "agrees"),
        ({"value": 3.0, "low": 2.5, "high": 3.5}, "moved"),
        ({"value": None, "low": None, "high": None, "seeds": None}, "moved"),
        ({"verdict": "fails"}, "verdict"),
        ({"verdict": "fails", "accept": {"low": 3.0}}, "verdict"),
        ({"accept": {"low": 1.1}}, "redefined"),
        ({"kind": "exact"}, "redefined"),
        ({"scale": "paper"}, "redefined"),
        ({"metric": "toy_total.other"}, "redefined"),
    ],
)
def test_a_statistical_claim(tmp_path: Path, edit: dict[str, Any], state: str) -> None:
    (change,) = changes(tmp_path, [claim()], [claim(**edit)])
    assert change.state == state


@pytest.mark.parametrize(
    ("old", "new", "accept", "verdict", "state"),
    [
        (1e-15, 3e-15, {"high": 1e-9}, "holds", "agrees"),
        (1e-15, 3e-15, {"high": 1e-9}, "not testable", "agrees"),
        (1.0, 2.0, {"high": 0.5}, "fails", "moved"),
        (1.0, 1.0 + 1e-12, {"high": 0.5}, "fails", "agrees"),
        (1.0, 2.0, {"of": "older times"}, "holds", "moved"),
        (0.0, 0.0, {"equal": 0.0}, "holds", "equal"),
    ],
)
def test_an_exact_claim_agrees_inside_of_its_band(
    tmp_path: Path, old: float, new: float, accept: dict[str, float], verdict: str, state: str
) -> None:
    rows = [
        claim(kind="exact", accept=accept, verdict=verdict, value=v, low=v, high=v, seeds=1)
        for v in (old, new)
    ]
    (change,) = changes(tmp_path, rows[:1], rows[1:])
    assert change.state == state


def test_added_and_removed_claims(tmp_path: Path) -> None:
    found = changes(tmp_path, [claim("a"), claim("b")], [claim("b"), claim("c")])
    assert {c.id: c.state for c in found} == {"a": "removed", "b": "equal", "c": "added"}
    (alone,) = compare_claims("toy", tmp_path / "absent", _written(tmp_path, [claim()]))
    assert alone.state == "added"


def test_what_was_reworded_and_what_redefined_is_named(tmp_path: Path) -> None:
    after = claim(statement="Other.", why="Because.", accept={"low": 0.5})
    (change,) = changes(tmp_path, [claim()], [after])
    assert change.redefined == ("accept",)
    assert change.reworded == ("statement", "why")


def test_rows_of_older_forms_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    (change,) = changes(tmp_path, [{"id": "a", "verdict": "holds"}, "?"], [claim("a")])
    assert change.state == "redefined"
    assert claim_value_text({"id": "a", "verdict": "holds"}) == "holds, not measured"


def test_a_file_that_is_not_json_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "run_claims.json").write_text("[")
    with pytest.raises(ArtifactError, match="not readable JSON"):
        compare_claims("toy", tmp_path, tmp_path)


def test_values_read_like_those_of_other_commands() -> None:
    assert claim_value_text(claim()) == "holds, 2 [1.5, 2.5] (4 seeds)"
    assert claim_value_text(claim(kind="exact")) == "holds, 2"


def _written(tmp_path: Path, rows: list[Any]) -> Path:
    (tmp_path / "run_claims.json").write_text(json.dumps(rows))
    return tmp_path


OLD = {"theory": 2.0, "registered": "0123abc"}
NEW = {
    "role": "claim",
    "tests": ["004_figure_1"],
    "asymptotic": {"theory": 2.0, "deviation": 0.0, "low": -0.2, "high": 0.2, "verdict": "agrees"},
    "finite_size": None,
    "margin": 0.1,
    "registered": {"first": "0123abc", "last": "0123abc"},
}


def test_claims_from_before_there_were_checks_are_compared_with_present_ones(
    tmp_path: Path,
) -> None:
    (change,) = changes(tmp_path, [claim(**OLD)], [claim(**NEW)])
    assert (change.state, change.redefined, change.reworded) == ("equal", (), ())
    against = {**NEW["asymptotic"], "theory": 3.0}  # type: ignore[dict-item]
    (change,) = changes(tmp_path, [claim(**OLD)], [claim(**{**NEW, "asymptotic": against})])
    assert change.reworded == ("asymptotic",)
    later = {"first": "0123abc", "last": "4567def"}
    (change,) = changes(tmp_path, [claim(**OLD)], [claim(**{**NEW, "registered": later})])
    assert change.reworded == ("registered",)
    # the present form has no deviation from a number that the band is equality with
    equal = {"accept": {"equal": 2.0}, "kind": "exact"}
    (change,) = changes(
        tmp_path, [claim(**OLD, **equal)], [claim(**{**NEW, "asymptotic": None}, **equal)]
    )
    assert change.reworded == ()


def test_a_claim_that_became_a_check_is_redefined(tmp_path: Path) -> None:
    (change,) = changes(tmp_path, [claim(**OLD)], [claim(**{**NEW, "role": "check"})])
    assert (change.state, change.redefined) == ("redefined", ("role",))
    before = change.as_json()["before"]
    assert before is not None and before["role"] == "claim"
