"""Recorded verdicts: read as they were written, or refused with the row."""

from pathlib import Path

import pytest

from compsparse.studies.regime.judging.back_ends.recorded import RecordedJudge
from compsparse.studies.regime.judging.back_ends.verdict_rows import (
    HEADER,
    VerdictFileError,
    verdict_line,
)
from compsparse.studies.regime.judging.back_ends.verdicts import Judge
from tests.unit.studies.regime.judging.back_ends.conftest import item, verdict

GIVEN = [verdict(0), verdict(1, 0, confidence=None), verdict(2, None, error="blurred, it says")]


def recorded(tmp_path: Path, text: str) -> RecordedJudge:
    path = tmp_path / "said.csv"
    path.write_bytes(text.encode())
    return RecordedJudge(path)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_verdicts_come_back_in_the_order_of_the_items(tmp_path: Path, end: str) -> None:
    text = HEADER + "".join(map(verdict_line, GIVEN))
    judge = recorded(tmp_path, text.replace("\n", end))
    assert isinstance(judge, Judge)
    assert judge([item(2), item(0), item(1)]) == [GIVEN[2], GIVEN[0], GIVEN[1]]


def test_an_item_without_a_row_gets_a_verdict_that_says_so(tmp_path: Path) -> None:
    (said,) = recorded(tmp_path, HEADER + verdict_line(GIVEN[0]))([item(7)])
    assert said.meaningful is None and said.id == item(7).id
    assert said.error == "no verdict on this item is recorded in said.csv"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.replace("meaningful", "good", 1), "row 1: the columns must be"),
        (lambda t: "", "row 1: .* found nothing"),
        (lambda t: t + verdict_line(GIVEN[0]), "row 5: the id .* stands in row 2 already"),
        (lambda t: t.replace(",1,0.75,", ",yes,0.75,"), "row 2: meaningful is 'yes'"),
        (lambda t: t.replace(",1,0.75,", ",1,much,"), "row 2: confidence is 'much'"),
        (lambda t: t.replace(",1,0.75,", ",1,1.75,"), "row 2: confidence .* from 0 to 1"),
        (lambda t: t.replace(",1,0.75,", ",1,nan,"), "row 2: confidence .* from 0 to 1"),
        (lambda t: t.replace(",1,0.75,", ",,0.75,"), "row 2: meaningful .* None"),
        (lambda t: t.replace(",0.25,\n", ",0.25\n", 1), "row 2: 8 values, where 9"),
        (lambda t: t.replace("\n", "\n\n", 1), "row 2: 0 values"),
        (lambda t: t.replace('"it', 'x"it', 1), "row 2"),
        (lambda t: t.replace(item(1).id, "abc"), "row 3: id .* 64 hexadecimal digits"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_row(tmp_path: Path, change, message: str) -> None:
    text = HEADER + "".join(map(verdict_line, GIVEN))
    assert change(text) != text
    with pytest.raises(VerdictFileError, match=f"said.csv, {message}"):
        recorded(tmp_path, change(text))


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(VerdictFileError, match=r"none\.csv cannot be read"):
        RecordedJudge(tmp_path / "none.csv")
    (tmp_path / "bad.csv").write_bytes(b"\xff")
    with pytest.raises(VerdictFileError, match=r"bad\.csv cannot be read"):
        RecordedJudge(tmp_path / "bad.csv")
