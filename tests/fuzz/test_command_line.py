"""Words on the command line that are no paths, records in a circle: a sentence, no traceback."""

from pathlib import Path

import pytest

from compsparse.cli import main
from tests.unit.workflow_engine.provenance.conftest import NUMBERS, TOTAL, FakeProject
from workflow_engine.provenance import trace as tracing
from workflow_engine.provenance.ledger import Judgment
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.trace import TraceError

COMMANDS = [["audit"], ["trace"], ["run", "toy", "make", "--out"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("word", ["x" * 5000, "a\0b", "loop/x"])
def test_a_word_that_is_no_path_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(SystemExit) as end:
        main([*command, word])
    printed = capsys.readouterr().err
    assert end.value.code == 2 and "cannot be looked at" in printed and len(printed) < 500


def test_records_in_a_circle_are_refused(tmp_path: Path) -> None:
    fake = FakeProject.create(tmp_path / "project")
    records = fake.judge().records
    circle: dict[str, Record] = {}
    for name, record in records.items():
        inputs = {path: "0" * 64 for path in (NUMBERS, TOTAL)}
        circle[name] = Record(record.job, "", "", inputs, {}, record.outputs)
    judgment = Judgment(fake.jobs, circle, {name: [] for name in circle})
    with pytest.raises(TraceError, match="made from itself"):
        tracing._link(judgment, TOTAL)
