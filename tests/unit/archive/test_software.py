"""CodeMeta and Zenodo are told what CITATION.cff says, as its own converter tells them."""

import json
import subprocess

import pytest

from compsparse.archive.software import FILE, authors, codemeta, read_citation, zenodo
from tests.house_plan import ROOT
from workflow_engine.validation.errors import InvalidFileError

TEXT = (ROOT / FILE).read_text()
PEOPLE = """authors:
  - {family-names: Poggio, given-names: Tomaso, orcid: "https://orcid.org/0000-0002-3944-0455"}
  - {name: A group}
"""
OF_PEOPLE = TEXT.replace("authors:\n  - name: The compsparse authors\n", PEOPLE)
CONVERTER = ROOT / ".venv/crate/bin/cffconvert"


def test_people_have_two_names_and_groups_one() -> None:
    citation = read_citation(OF_PEOPLE)
    person, group = authors(citation)
    assert (person["@type"], person["givenName"]) == ("Person", "Tomaso")
    assert group == {"@type": "Organization", "name": "A group"}
    creators = zenodo(citation)["creators"]
    assert creators[0] == {"name": "Poggio, Tomaso", "orcid": "0000-0002-3944-0455"}
    assert creators[1] == {"name": "A group"}


def test_documents_under_test_are_references() -> None:
    found = zenodo(read_citation(TEXT))["references"]
    assert "Tomaso Poggio, " in found[0] and len(found) == 5


@pytest.mark.parametrize("key", ["title", "version", "abstract", "license", "authors"])
def test_what_archives_need_is_asked_for(key: str) -> None:
    with pytest.raises(InvalidFileError, match=f"key '{key}' is missing"):
        read_citation(TEXT.replace(f"\n{key}:", f"\nmy-{key}:"))


@pytest.mark.parametrize("text", ["", "- a\n", "a: [\n"])
def test_what_is_no_citation_is_told(text: str) -> None:
    with pytest.raises(InvalidFileError, match=FILE):
        read_citation(text)


@pytest.mark.skipif(not CONVERTER.exists(), reason="no cffconvert here: `make crate` installs it")
@pytest.mark.parametrize("text", [TEXT, OF_PEOPLE])
@pytest.mark.parametrize("form", ["codemeta", "zenodo"])
def test_its_own_converter_says_the_same(text: str, form: str, tmp_path) -> None:
    (tmp_path / FILE).write_text(text)
    command = [CONVERTER, "-i", tmp_path / FILE, "-f", form]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    ours = {"codemeta": codemeta, "zenodo": zenodo}[form](read_citation(text))
    # cffconvert takes groups for persons
    ours["author"] = [a | {"@type": "Person"} for a in ours.get("author", [])]
    assert said == {key: ours[key] for key in said}
    assert set(ours) - set(said) <= {"author", "references", "upload_type"}
