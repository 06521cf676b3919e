"""What was moved to the trash comes back whole, or nothing does."""

from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance.trash import (
    TRASH,
    TrashError,
    dates,
    files,
    is_plain,
    restore,
    to_trash,
)

FILES = ["toy/data/a.json", "toy/provenance/make/a.json"]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output root with two files."""
    for path in FILES:
        write(tmp_path / "out" / path, f"content of {path}\n")
    return tmp_path / "out"


def moved(out: Path) -> str:
    """Move both files away; return the date."""
    date = to_trash(out, FILES)
    assert date is not None
    return date


def test_moved_and_brought_back(out: Path) -> None:
    date = moved(out)
    assert [path.name for path in out.iterdir()] == [TRASH]
    assert dates(out) == [date] and files(out, date) == FILES
    done = restore(out)
    assert (done.date, done.files, done.already_there) == (date, FILES, 0)
    assert [(out / path).read_text() for path in FILES] == [f"content of {p}\n" for p in FILES]
    assert dates(out) == []


def test_nothing_to_move_makes_no_trash(out: Path) -> None:
    assert to_trash(out, []) is None
    assert to_trash(out, ["toy/data/gone.json"]) is None
    assert not (out / TRASH).exists()


def test_two_sweeps_in_one_second_have_two_dates(out: Path) -> None:
    first = to_trash(out, FILES[:1])
    second = to_trash(out, FILES[1:])
    assert first != second and dates(out) == sorted([str(first), str(second)])
    assert restore(out, first).files == FILES[:1]


def test_the_newest_comes_back_first(out: Path) -> None:
    for date in ("2026-01-02T00.00.00Z", "2026-01-10T00.00.00Z"):
        write(out / TRASH / date / f"toy/data/{date}", date)
    assert restore(out).date == "2026-01-10T00.00.00Z"
    assert restore(out).date == "2026-01-02T00.00.00Z"
    with pytest.raises(TrashError, match="is empty"):
        restore(out)


def test_an_unknown_date_is_answered_with_those_there_are(out: Path) -> None:
    date = moved(out)
    with pytest.raises(TrashError, match=f"has nothing of 'yesterday'; it has {date}"):
        restore(out, "yesterday")
    with pytest.raises(TrashError, match="has nothing of"):
        restore(out, "../toy")


# the second is as long as the file that was moved away
@pytest.mark.parametrize("other", ["of another run\n", f"CONTENT of {FILES[1]}\n"])
def test_another_file_in_the_place_stops_all(out: Path, other: str) -> None:
    date = moved(out)
    write(out / FILES[1], other)
    with pytest.raises(TrashError, match=r"toy/provenance/make/a\.json.*Nothing was brought back"):
        restore(out)
    assert files(out, date) == FILES
    assert (out / FILES[1]).read_text() == other


def test_equal_bytes_that_are_back_already_are_no_obstacle(out: Path) -> None:
    moved(out)
    write(out / FILES[1], f"content of {FILES[1]}\n")  # by git checkout
    done = restore(out)
    assert (done.files, done.already_there) == (FILES[:1], 1)
    assert dates(out) == []


@pytest.mark.parametrize("kind", ["link", "file", "folder"])
def test_what_lies_in_the_way_stops_all(out: Path, tmp_path: Path, kind: str) -> None:
    date = moved(out)
    if kind == "link":
        (tmp_path / "elsewhere").mkdir()
        (out / "toy").symlink_to(tmp_path / "elsewhere")
    elif kind == "file":
        write(out / "toy", "a file\n")
    else:
        (out / FILES[0]).mkdir(parents=True)
    with pytest.raises(TrashError, match="Nothing was brought back"):
        restore(out)
    assert files(out, date) == FILES
    assert not (tmp_path / "elsewhere").exists() or not any((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize("kind", ["link", "file"])
def test_a_trash_that_is_no_folder_is_not_used(out: Path, tmp_path: Path, kind: str) -> None:
    if kind == "link":
        (tmp_path / "elsewhere").mkdir()
        (out / TRASH).symlink_to(tmp_path / "elsewhere")
    else:
        write(out / TRASH, "a file\n")
    for work in (lambda: to_trash(out, FILES), lambda: restore(out), lambda: dates(out)):
        with pytest.raises(TrashError, match="is no folder"):
            work()
    assert all((out / path).is_file() for path in FILES)


def test_links_are_never_moved_nor_followed(out: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside/a.json", "mine\n")
    (out / "toy/linked").symlink_to(outside.parent)
    (out / "toy/data/link.json").symlink_to(outside)
    for path in ("toy/linked/a.json", "toy/data/link.json", "toy/data", "toy/data/none", "a\0b"):
        assert not is_plain(out, path)
    assert to_trash(out, ["toy/linked/a.json", "toy/data/link.json"]) is None
    assert outside.read_text() == "mine\n"


def test_a_link_in_the_trash_does_not_come_back(out: Path, tmp_path: Path) -> None:
    date = moved(out)
    (out / TRASH / date / "toy/data/link.json").symlink_to(tmp_path)
    assert restore(out).files == FILES
    assert not (out / "toy/data/link.json").exists()
