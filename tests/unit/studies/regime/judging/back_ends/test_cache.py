"""What was paid for is kept, wherever a process ends."""

from pathlib import Path

import pytest

from compsparse.studies.regime.judging.back_ends import cache
from compsparse.studies.regime.judging.back_ends.cache import VerdictCache
from compsparse.studies.regime.judging.back_ends.recorded import RecordedJudge
from compsparse.studies.regime.judging.back_ends.verdict_rows import (
    HEADER,
    VerdictFileError,
    verdict_line,
)
from tests.unit.studies.regime.judging.back_ends.conftest import item, verdict


def opened(path: Path | None, model: str = "m") -> VerdictCache:
    return VerdictCache(path, judge="openai_http", model=model)


def test_verdicts_outlive_the_process_and_can_be_recorded_ones(tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    first = opened(path)
    first.add(verdict(0))
    first.add(verdict(1, None, error="no verdict"))  # is asked again
    assert first.get(item(0).id) == verdict(0) == opened(path).get(item(0).id)
    assert opened(path).get(item(1).id) is None
    assert RecordedJudge(path)([item(0)]) == [verdict(0)]


def test_a_line_torn_anywhere_loses_no_other(tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    last = verdict_line(verdict(1, reason="größer")).encode()
    whole = (HEADER + verdict_line(verdict(0))).encode()
    for length in range(len(last)):
        path.write_bytes(whole + last[:length])
        mended = opened(path)
        assert mended.get(item(0).id) == verdict(0)
        # only its line end is missing: it is whole
        assert (mended.get(item(1).id) is not None) == (length == len(last) - 1)
        mended.add(verdict(2))
        again = opened(path)
        assert again.get(item(0).id) == verdict(0) and again.get(item(2).id) == verdict(2)
        assert (again.get(item(1).id) is not None) == (length == len(last) - 1)


def test_a_torn_header_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    for length in range(len(HEADER)):
        path.write_text(HEADER[:length])
        opened(path).add(verdict(0))
        assert path.read_text() == HEADER + verdict_line(verdict(0))


@pytest.mark.parametrize("content", [b"a diary", b"a diary\nof two lines", b"\xff\xfe", b"\xff\n"])
def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cache.csv"
    path.write_bytes(content)
    with pytest.raises(VerdictFileError, match=r"cache\.csv"):
        opened(path)
    assert path.read_bytes() == content


def test_every_model_has_its_own_file(tmp_path: Path) -> None:
    opened(tmp_path / "cache.csv").add(verdict(0))
    with pytest.raises(VerdictFileError, match=r"row 2 is a verdict of m .* not of other"):
        opened(tmp_path / "cache.csv", "other")


def test_of_two_answers_to_one_question_the_first_stands(tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    path.write_text(HEADER + verdict_line(verdict(0, 1)) + verdict_line(verdict(0, 0)))
    assert opened(path).get(item(0).id) == verdict(0, 1)


def test_half_a_line_on_a_full_disk_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache.csv"
    kept = opened(path)
    kept.add(verdict(0))
    write = cache.os.write
    with monkeypatch.context() as full:
        full.setattr(cache.os, "write", lambda file, content: write(file, content[:10]))
        with pytest.raises(OSError, match="No space"):
            kept.add(verdict(1))
    assert path.read_text() == HEADER + verdict_line(verdict(0))
    assert kept.get(item(1).id) == verdict(1)
