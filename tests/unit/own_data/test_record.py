"""The record of an answer: audit and trace take it, and every change is found."""

import json
import shutil
from pathlib import Path

import pytest

from compsparse.cli import main
from compsparse.own_data.record import find_record
from workflow_engine.provenance.canonical import digest

TABLE = "x,y,f\n0,0,1\n0,1,2\n1,0,3\n1,1,5\n"


@pytest.fixture
def answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with a file, and the answer to it below."""
    (tmp_path / "mine.csv").write_text(TABLE)
    assert main(["own", str(tmp_path / "mine.csv"), "--out", str(tmp_path / "answer")]) == 0
    capsys.readouterr()
    return tmp_path / "answer"


def faults(folder: Path) -> list[str]:
    record = find_record(folder)
    assert record is not None
    return record.faults


def test_an_answer_holds_and_may_be_moved_with_its_file(answer: Path, tmp_path: Path) -> None:
    assert faults(answer) == []
    shutil.copytree(tmp_path, moved := tmp_path.with_name("moved"))
    assert faults(moved / "answer") == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("mine.csv", "mine.csv was changed since"),
        ("answer/splits.csv", "splits.csv was changed since"),
        ("answer/approximation.png", "approximation.png was changed since"),
    ],
)
def test_changed_files_are_named(answer: Path, name: str, fault: str) -> None:
    path = answer.parent / name
    path.write_bytes(path.read_bytes() + b"\n")
    assert [said for said in faults(answer) if fault in said]
    path.unlink()
    assert [said for said in faults(answer) if "is not there" in said]


def test_a_changed_record_is_named(answer: Path) -> None:
    path = answer / "record.json"
    path.write_text(path.read_text().replace('"error": 0.01', '"error": 0.02', 1))
    assert faults(answer) == ["the record was changed"]


def test_other_code_and_packages_are_named(answer: Path) -> None:
    path = answer / "record.json"
    content = json.loads(path.read_text())
    content |= {"code": "0" * 64, "environment": "0" * 64}
    del content["sha256"]
    path.write_text(json.dumps({**content, "sha256": digest(content)}))
    assert len(faults(answer)) == 2


def test_audit_and_trace_take_records_and_outputs(
    answer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (answer, answer / "record.json", answer / "splits.csv"):
        assert main(["audit", str(place)]) == 0
        assert "record.json: holds" in capsys.readouterr().out
    assert main(["trace", str(answer / "approximation.png")]) == 0
    said = capsys.readouterr().out
    assert "mine.csv" in said and "root seed 0" in said
    (answer / "splits.csv").write_text("half,channels\n")
    assert main(["audit", "--json", str(answer)]) == 1
    assert json.loads(capsys.readouterr().out)[0]["faults"] == ["splits.csv was changed since"]


def test_a_picture_alone_has_its_record_beside_it(answer: Path) -> None:
    picture = answer.parent / "wiring.svg"
    arguments = ["own", str(answer.parent / "mine.csv"), "--figure", str(picture)]
    assert main(arguments) == 0
    assert main(arguments) == 2  # it is there already
    assert main([*arguments, "--force"]) == 0
    assert faults(picture) == []


def test_other_json_files_are_no_records(tmp_path: Path) -> None:
    for text in ("[]", "{}", "{", json.dumps({"kind": "own"})):
        (tmp_path / "record.json").write_text(text)
        assert find_record(tmp_path) is None
