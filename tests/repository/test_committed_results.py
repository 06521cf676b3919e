"""The results that git holds: judged, explained, registered, and shown as they are."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from compsparse.claims.documents import read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.judged import read_claims, unexplained
from compsparse.claims.registry import read_registry
from compsparse.configuration.scales import is_below
from compsparse.generated_docs import stale
from compsparse.provenance.project import Project

ROOT = Path(__file__).resolve().parents[2]
REGISTRIES = sorted(p for p in (ROOT / "workflow/claims").glob("*.yaml") if p.stem != "documents")
STUDIES = [path.stem for path in REGISTRIES]


@pytest.mark.parametrize("study", STUDIES)
def test_every_testable_claim_was_measured(study: str) -> None:
    claims = read_claims(ROOT / "results" / study / "claims.json")
    assert {c.id for c in claims} == {
        c.id for c in read_registry(ROOT / f"workflow/claims/{study}.yaml").claims
    }
    unmeasured = [c.id for c in claims if c.value is None and not is_below(c.judged_at, c.scale)]
    assert unmeasured == []


@pytest.mark.parametrize("study", STUDIES)
def test_what_did_not_hold_is_explained(study: str) -> None:
    assert unexplained(read_claims(ROOT / "results" / study / "claims.json")) == []


@pytest.mark.parametrize("path", REGISTRIES, ids=lambda path: path.stem)
def test_claims_stand_as_they_were_registered(path: Path) -> None:
    present = yaml.safe_load(path.read_text())
    commit = present["registered"]
    shown = subprocess.run(
        ["git", "show", f"{commit}:workflow/claims/{path.name}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if shown.returncode:
        pytest.skip(f"this checkout does not hold commit {commit} (a shallow clone)")
    assert _judged_parts(present) == _judged_parts(yaml.safe_load(shown.stdout))


def _judged_parts(registry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what may not change after the first run; explanations come afterwards."""
    return {
        claim["id"]: {key: value for key, value in claim.items() if key != "why"}
        for claim in registry["claims"]
    }


def test_documents_and_results_cover_each_other() -> None:
    documents = read_documents(ROOT / "workflow/claims/documents.yaml")
    assert uncovered(documents, [read_registry(path) for path in REGISTRIES]) == []


def test_readme_and_docs_show_the_present_results() -> None:
    assert stale(Project(ROOT)) == []
