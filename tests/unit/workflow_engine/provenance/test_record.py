"""A record is read back exactly, or refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.unit.workflow_engine.provenance.test_job import JOB
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.record import FORMAT, Record, RecordError

RECORD = Record(
    job=JOB,
    code="c" * 64,
    environment="e" * 64,
    inputs={"toy/data/a.npz": "1" * 64, "toy/data/b.npz": "2" * 64},
    sources={"workflow/claims/toy.yaml": "3" * 64},
    outputs={"toy/models/a.npz": "4" * 64},
)
TEXT = RECORD.text().encode()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a record."""
    return tmp_path_factory.mktemp("record") / "all.json"


def refused(file: Path, content: bytes | str) -> str:
    """Return why a record with this content is refused."""
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError) as error:
        Record.read(file)
    return str(error.value)


def closed(change: dict[str, Any]) -> str:
    """Return a changed record with a digest that fits."""
    body = json.loads(TEXT) | change
    del body["sha256"]
    body["sha256"] = digest(body)
    return json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def test_what_was_written_is_read_back(file: Path) -> None:
    file.write_bytes(TEXT)
    again = Record.read(file)
    assert again == RECORD
    assert again.text().encode() == TEXT


def test_the_text_holds_no_time_and_no_machine() -> None:
    assert set(json.loads(TEXT)) == {
        "job",
        "code",
        "environment",
        "inputs",
        "sources",
        "outputs",
        "format",
        "sha256",
    }


@settings(max_examples=300)
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 255))
@example(TEXT.index(b"1e-05") + 2, ord("-") ^ ord("9"))  # 1e905 is infinite
@example(TEXT.index(b'"format": 1') + 10, ord("1") ^ ord("2"))
@example(TEXT.index(b"\n"), ord("\n") ^ ord("\r"))
@example(0, ord("{") ^ ord("["))
def test_any_single_changed_byte_is_refused(file: Path, place: int, change: int) -> None:
    refused(file, TEXT[:place] + bytes([TEXT[place] ^ change]) + TEXT[place + 1 :])


@given(st.integers(0, len(TEXT) - 1))
def test_any_single_lost_byte_is_refused(file: Path, place: int) -> None:
    refused(file, TEXT[:place] + TEXT[place + 1 :])


@given(st.integers(0, len(TEXT) - 1))
def test_a_truncated_record_is_refused(file: Path, length: int) -> None:
    refused(file, TEXT[:length])


@pytest.mark.parametrize("content", ["", "[]", "3", "null", '"text"', "{}", "not JSON", b"\xff{}"])
def test_what_is_no_record_is_refused(file: Path, content: bytes | str) -> None:
    assert refused(file, content)


@pytest.mark.parametrize(
    "change",
    [
        {"job": None},
        {"job": []},
        {"job": {}},
        {"unknown": 1},
        {"job": json.loads(TEXT)["job"] | {"unknown": 1}},
        {"job": json.loads(TEXT)["job"] | {"outputs": {}}},
        {"job": json.loads(TEXT)["job"] | {"wildcards": {"cell": "../../x"}}},
    ],
)
def test_fields_that_do_not_fit_are_refused(file: Path, change: dict[str, Any]) -> None:
    assert refused(file, closed(change)).startswith("not a record")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_not_finite_are_refused(file: Path, word: str) -> None:
    assert TEXT.count(b"1e-05") == 1
    assert refused(file, TEXT.replace(b"1e-05", word.encode())).startswith("not a record")


def test_a_record_of_another_format_says_which(file: Path) -> None:
    words = f"format {FORMAT + 1}, this version writes {FORMAT}"
    assert refused(file, closed({"format": FORMAT + 1})) == words


def test_a_changed_digest_alone_is_refused(file: Path) -> None:
    body = json.loads(TEXT)
    text = TEXT.replace(body["sha256"].encode(), b"0" * 64)
    assert refused(file, text) == "the text is not the canonical text of its content"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(json.loads(TEXT), indent=2, sort_keys=True, ensure_ascii=False) + "\n",
        json.dumps(json.loads(TEXT), indent=1, ensure_ascii=False, sort_keys=True),
        json.dumps(json.loads(TEXT), indent=1, ensure_ascii=True, sort_keys=True) + "\n",
        TEXT.decode().replace("\n", "\r\n"),
        TEXT.decode().replace("{", '{\n "format": 1,', 1),
    ],
    ids=["indented_by_two", "no_last_line_end", "escaped", "windows_line_ends", "a_key_twice"],
)
def test_another_text_of_the_same_content_is_refused(file: Path, text: str) -> None:
    assert json.loads(text) == json.loads(TEXT)
    assert refused(file, text) == "the text is not the canonical text of its content"


def test_a_missing_record_and_a_folder_are_refused(file: Path) -> None:
    for path in (file.with_name("gone.json"), file.parent):
        with pytest.raises(RecordError, match="unreadable"):
            Record.read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"code": 1},
        {"inputs": ["toy/data/a.npz"]},
        {"outputs": {"toy/models/a.npz": 4}},
        {"sources": None},
        {"job": json.loads(TEXT)["job"] | {"wildcards": {"rate": 1}}},
        {"job": json.loads(TEXT)["job"] | {"study": ["toy"]}},
        {"job": json.loads(TEXT)["job"] | {"params": [1]}},
    ],
    ids=["code", "inputs", "outputs", "sources", "wildcards", "study", "params"],
)
def test_a_forged_record_with_other_kinds_of_values_is_refused(
    file: Path, change: dict[str, Any]
) -> None:
    assert "not a record" in refused(file, closed(change))
