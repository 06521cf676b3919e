"""Every claim has a reading, and quotes the few words of its document that make it so."""

import pytest

from compsparse.claims.readings import read_readings
from tests.house_plan import ROOT
from tests.repository.committed import STUDIES, registry

MOST_WORDS = 20


@pytest.mark.parametrize("study", STUDIES)
def test_every_claim_and_no_other_has_a_reading(study: str) -> None:
    readings = read_readings(ROOT / f"workflow/readings/{study}.yaml")
    claims = [c.id for c in registry(study).claims if c.role == "claim" and c.origin != "prototype"]
    assert list(readings) == claims


@pytest.mark.parametrize("study", STUDIES)
def test_quotes_are_a_few_words(study: str) -> None:
    for claim, entry in read_readings(ROOT / f"workflow/readings/{study}.yaml").items():
        assert len((entry.quote or "").split()) <= MOST_WORDS, claim
