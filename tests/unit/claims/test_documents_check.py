"""Coverage of the documents: every gap is told, and only gaps are."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from compsparse.claims.documents import Documents, read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.errors import ClaimsError
from compsparse.claims.registry import Registry

ENTRY = {
    "id": "004_figure_3",
    "kind": "figure",
    "place": "Figure 3",
    "statement": "Smaller is faster.",
    "owner": "factorial",
    "results": ["factorial_curve"],
}
DOCUMENTS: dict[str, Any] = {
    "finished": ["factorial"],
    "planned": ["emergence", "tickets"],
    "documents": [
        {
            "id": "004",
            "title": "Learning with Hidden Factorial Structure",
            "authors": "Four",
            "reference": "a preprint",
            "entries": [ENTRY],
        }
    ],
}


@pytest.fixture
def registry(registry_data: dict[str, Any]) -> Registry:
    result = registry_data["results"]["curve"] | {"claims": {}}
    return Registry.model_validate(
        {
            **registry_data,
            "study": "factorial",
            "results": {"curve": result},
        }
    )


def documents(entry: dict[str, Any], **changes: Any) -> Documents:
    data = copy.deepcopy(DOCUMENTS)
    data["documents"][0]["entries"].append({**ENTRY, "id": "004_other", **entry})
    return Documents.model_validate({**data, **changes})


def test_covered_documents_have_no_gap(registry: Registry) -> None:
    assert uncovered(Documents.model_validate(DOCUMENTS), [registry]) == []
    assert uncovered(documents({"owner": "out of scope", "results": [], "reason": "a V100 timing"}),
                     [registry]) == []  # fmt: skip
    # a planned study owes no result yet
    assert uncovered(documents({"owner": "tickets", "results": []}), [registry]) == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"owner": None}, "'004_other' has no owner; allowed: factorial, emergence"),
        ({"owner": ""}, "'004_other' has no owner"),
        ({"owner": "nobody"}, "has the owner 'nobody'; allowed: factorial"),
        ({"owner": "out of scope"}, "out of scope without a reason"),
        ({"results": []}, "finished study 'factorial' but names no result"),
        ({"results": ["factorial_plot"]}, "names the result 'factorial_plot', which no claims"),
    ],
)
def test_each_gap_is_told(registry: Registry, entry: dict[str, Any], words: str) -> None:
    gaps = uncovered(documents(entry), [registry])
    assert len(gaps) == 1 and words in gaps[0], gaps


def test_a_result_that_no_entry_names_is_a_gap(registry: Registry) -> None:
    unnamed = registry.model_copy(
        update={"results": {**registry.results, "new": registry.results["curve"]}}
    )
    gaps = uncovered(Documents.model_validate(DOCUMENTS), [unnamed])
    assert len(gaps) == 1 and "'factorial_new' of study 'factorial' is named by no entry" in gaps[0]


def test_a_finished_study_has_a_claims_file(registry: Registry) -> None:
    gaps = uncovered(documents({}, finished=["factorial", "tickets"]), [registry])
    assert len(gaps) == 1 and "finished names 'tickets'" in gaps[0]


def test_shape_and_repeated_ids_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "documents.yaml"
    path.write_text(yaml.safe_dump(DOCUMENTS), encoding="utf-8")
    assert read_documents(path).finished == ["factorial"]
    spoiled = copy.deepcopy(DOCUMENTS)
    spoiled["documents"][0]["entries"].append(ENTRY)
    path.write_text(yaml.safe_dump(spoiled), encoding="utf-8")
    with pytest.raises(ClaimsError, match="004_figure_3 stand more than once"):
        read_documents(path)
    spoiled["documents"][0]["entries"] = [{**ENTRY, "kind": "poem"}]
    path.write_text(yaml.safe_dump(spoiled), encoding="utf-8")
    with pytest.raises(
        ClaimsError, match=r"entries\[0\] \(004_figure_3\).kind has the value 'poem'"
    ):
        read_documents(path)


@pytest.mark.parametrize(
    ("role", "tests", "words"),
    [
        ("claims", ["004_figure_3"], None),
        ("checks", ["004_figure_3"], None),
        ("checks", [], None),
        ("claims", [], "The claim 'factorial_curve_slope' tests no entry"),
        ("checks", ["004_figur_3"], "tests '004_figur_3', which is no entry. Did you mean '004_fi"),
        ("claims", ["004_other"], "tests '004_other', which is out of scope"),
    ],
)
def test_claims_bear_on_statements_that_count(
    registry_data: dict[str, Any], role: str, tests: list[str], words: str | None
) -> None:
    claim = registry_data["results"]["curve"]["claims"]["slope"] | {"tests": tests}
    result = registry_data["results"]["curve"] | {"claims": {}} | {role: {"slope": claim}}
    registry = Registry.model_validate(
        registry_data | {"study": "factorial", "results": {"curve": result}}
    )
    gaps = uncovered(
        documents({"owner": "out of scope", "results": [], "reason": "a timing"}), [registry]
    )
    assert len(gaps) == (words is not None)
    assert words is None or words in gaps[0]
