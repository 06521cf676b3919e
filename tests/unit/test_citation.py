"""Citations: what BibTeX reads, and what is refused."""

import re
from argparse import Namespace

import pytest

from compsparse.citation import citation
from compsparse.commands import cite
from tests.house_plan import PROJECT
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.provenance.vouching import Vouching

RESULT = "factorial_single_pass"


def test_a_result_is_cited_with_its_commit_its_hash_and_its_document() -> None:
    text = citation(PROJECT, RESULT)
    result, document = text.split("\n}\n")
    assert result.startswith(f"@misc{{compsparse:{RESULT},")
    assert re.search(r"howpublished = \{commit [0-9a-f]{40}\}", result)
    assert re.search(r"sha256 of its table [0-9a-f]{64}; made again by: snakemake", result)
    assert document.startswith("@misc{document:004,") and "Hidden Factorial" in document
    fields = [line for line in text.splitlines() if line.startswith("  ")]
    assert all(line.count("{") == line.count("}") for line in fields)
    assert not re.search(r"(?<!\\)[_%&#$]", " ".join(fields))  # what TeX would take for a command


def test_an_unknown_result_and_one_that_nothing_vouches_for_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cite(PROJECT, Namespace(result="factorial_single_pas")) == 2
    assert RESULT in capsys.readouterr().err
    monkeypatch.setattr(Vouching, "objection", lambda *_: "content: other bytes")
    with pytest.raises(ArtifactError, match=r"No record vouches for it .content"):
        citation(PROJECT, RESULT)
