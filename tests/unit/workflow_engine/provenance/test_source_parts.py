"""Entries of files as sources of jobs: named, found, and told apart from their neighbours."""

from pathlib import Path

import pytest

from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.source_parts import (
    entry,
    entry_digest,
    file_of,
    is_part,
    part,
    read_parts,
)

SOURCE = part("claims/toy.yaml", "results", "curve")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "{results: {curve: {title: A}, point: {title: B}}}")
    return tmp_path


def write(root: Path, text: str) -> None:
    path = root / "claims/toy.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_a_part_names_its_file_and_an_entry() -> None:
    assert SOURCE == "claims/toy.yaml#results.curve"
    assert is_part(SOURCE) and file_of(SOURCE) == "claims/toy.yaml"
    for whole in ("claims/toy.yaml", "pictures/my#1.png", "notes.yaml#My picture.png"):
        assert not is_part(whole) and file_of(whole) == whole


def test_its_digest_changes_with_the_entry_alone(root: Path) -> None:
    before = Hashes().of_source(root, SOURCE)
    assert before is not None
    write(root, "# a comment\nresults:\n  point: {title: C}\n  curve: {title: A}\n")
    assert Hashes().of_source(root, SOURCE) == before
    write(root, "{results: {curve: {title: a}, point: {title: B}}}")
    assert Hashes().of_source(root, SOURCE) not in (before, None)


@pytest.mark.parametrize("text", ["results: {point: {}}", "results: 3", "{", "results: [a"])
def test_no_entry_has_no_digest(root: Path, text: str) -> None:
    write(root, text)
    assert Hashes().of_source(root, SOURCE) is None


def test_what_json_cannot_hold_has_no_digest() -> None:
    assert entry_digest(SOURCE, {"results": {"curve": {1: {2, 3}}}}) is None


def test_entries_are_read_as_they_stand(root: Path) -> None:
    assert entry(SOURCE, read_parts(root / file_of(SOURCE))) == {"title": "A"}
    with pytest.raises(LookupError, match="names no entry"):
        entry("claims/toy.yaml", {})
    with pytest.raises(LookupError, match="no readable YAML"):
        read_parts(root / "claims/none.yaml")
