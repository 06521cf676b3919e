"""Citations and figures for papers: what readers of them take, and what is refused."""

import hashlib
import json
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pandas as pd
import pytest

from compsparse.citation import citation
from compsparse.commands import cite
from compsparse.commands import export as export_command
from compsparse.export import export
from compsparse.figures import rendering
from tests.house_plan import PROJECT
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.tables import read_table
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


def test_a_figure_is_exported_with_what_it_shows_and_is_made_of(tmp_path: Path) -> None:
    bibliography, pdf, sidecar = export(PROJECT, RESULT, tmp_path / "paper")
    assert pdf.read_bytes().startswith(b"%PDF") and b"/Type3" not in pdf.read_bytes()
    assert bibliography.read_text() == citation(PROJECT, RESULT) + "\n"
    told = json.loads(sidecar.read_text())
    assert told["sha256"]["pdf"] == hashlib.sha256(pdf.read_bytes()).hexdigest()
    assert {claim["verdict"] for claim in told["claims"]} and told["headline"]
    assert told["provenance"]["file"].endswith(f"{RESULT}.csv")
    again = export(PROJECT, RESULT, tmp_path / "again")
    assert [path.read_bytes() for path in again] == [
        p.read_bytes() for p in (bibliography, pdf, sidecar)
    ]


@pytest.mark.dear
def test_the_command_draws_as_jobs_draw(tmp_path: Path) -> None:
    # drawn with all that the processor has, this figure has other last digits
    words = ["export", "emergence_deflation", "--out", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "compsparse", *words], cwd=PROJECT.root, check=True)
    assert (tmp_path / "emergence_deflation.pdf").is_file()


def test_a_result_on_request_is_cited_by_its_rule_and_its_picture_taken_as_it_is(
    tmp_path: Path,
) -> None:
    name, rule = "regime_evolved", r"snakemake regime\_evolved"
    assert "root seed 0 alone; sha256" in (text := citation(PROJECT, name)) and rule in text
    with pytest.raises(ArtifactError, match=rf"{name}.svg: It is made on request"):
        export(PROJECT, name, tmp_path)


def test_a_figure_that_is_not_that_of_the_record_is_not_exported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export_command(PROJECT, Namespace(result="factorial_single_pas", out=tmp_path)) == 2
    assert RESULT in capsys.readouterr().err
    monkeypatch.setattr(rendering, "read_table", _changed)
    with pytest.raises(ArtifactError, match="not the figure that its record names"):
        export(PROJECT, RESULT, tmp_path / "paper")
    assert not (tmp_path / "paper").exists()


def _changed(path: Path) -> pd.DataFrame:
    return read_table(path).assign(loss=lambda table: 1.5 * table["loss"])
