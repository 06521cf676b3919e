"""The repository's own claims files load, are complete and agree with each other."""

from pathlib import Path

import pytest

from compsparse.claims.documents import read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.registry import Registry, read_registry
from workflow_engine.configuration.load import load

CLAIMS = Path(__file__).parents[3] / "workflow" / "claims"
DOCUMENTS = CLAIMS / "documents.yaml"
REGISTRIES = sorted(path for path in CLAIMS.glob("*.yaml") if path != DOCUMENTS)


@pytest.fixture(params=REGISTRIES, ids=lambda path: path.stem)
def registry(request: pytest.FixtureRequest) -> Registry:
    return read_registry(request.param)


def test_there_are_claims_files() -> None:
    assert (CLAIMS / "factorial.yaml") in REGISTRIES


def test_every_result_has_a_claim_but_exploratory_ones(registry: Registry) -> None:
    judged = {name for name, result in registry.by_id.items() if not result.exploratory}
    assert judged == {claim.result for claim in registry.claims}


def test_statistical_claims_are_not_tested_at_smoke_scale(registry: Registry) -> None:
    at_smoke = [
        claim.id
        for claim in registry.claims
        if claim.kind == "statistical" and claim.scale == "smoke"
    ]
    assert at_smoke == []


def test_sources_name_the_registrys_documents(registry: Registry) -> None:
    for claim in registry.claims:
        assert any(f"Document {d}" in claim.source for d in registry.document.split(", ")), claim.id


@pytest.mark.skipif(not DOCUMENTS.exists(), reason="documents.yaml is not written yet")
def test_documents_and_registries_cover_each_other() -> None:
    # a study that is switched off answers for no document yet
    listed = load(CLAIMS.parents[1] / "params.yaml").studies
    answering = [read_registry(path) for path in REGISTRIES if path.stem in listed]
    gaps = uncovered(read_documents(DOCUMENTS), answering)
    assert not gaps, "\n".join(gaps)
