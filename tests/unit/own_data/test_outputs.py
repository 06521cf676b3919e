"""Where answers may be written, found out before the work."""

import os
from pathlib import Path

import pytest

from compsparse.own_data.errors import OwnDataError
from compsparse.own_data.outputs import Outputs


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text("a,b\n")
    return path


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("w", "written as a file without suffix. Give a name that ends in .png or .svg"),
        ("w.docx", "written as .docx"),
        ("mine.csv/w.png", "This folder cannot be written to"),
        ("there.png", "This file is there already. Give another name, or say --force"),
        ("folder.png", "This is a folder"),
    ],
)
def test_a_place_that_cannot_be_is_refused(source: Path, name: str, message: str) -> None:
    (source.parent / "there.png").write_bytes(b"of the user")
    (source.parent / "folder.png").mkdir()
    outputs = Outputs(None, source.parent / name)
    with pytest.raises(OwnDataError) as error:
        outputs.require_possible(source, ())
    assert message in str(error.value)
    assert (source.parent / "there.png").read_bytes() == b"of the user"


def test_the_file_that_is_read_is_never_written_over(tmp_path: Path) -> None:
    picture = tmp_path / "mine.png"
    picture.write_bytes(b"mine")
    (tmp_path / "link.png").symlink_to(picture)
    for name in ("mine.png", "link.png"):
        with pytest.raises(OwnDataError, match="This is the file that is read"):
            Outputs(None, tmp_path / name, force=True).require_possible(picture, ())


def test_folders_that_are_tried_do_not_stay(source: Path) -> None:
    outputs = Outputs(source.parent / "new/below", None)
    outputs.require_possible(source, ("table.csv",))
    assert not (source.parent / "new").exists()


def test_files_are_written_whole_under_the_names_that_are_told(source: Path) -> None:
    folder = source.parent / "new"
    outputs = Outputs(folder, folder / "a.png", force=True)
    assert outputs.places(("t.csv",)) == {"t.csv": folder / "t.csv", "picture": folder / "a.png"}
    assert outputs.record == folder / "record.json"
    for content in (b"1", b"2"):
        outputs.write({folder / "t.csv": content})
    assert [path.name for path in folder.iterdir()] == ["t.csv"]
    assert (folder / "t.csv").read_bytes() == b"2"
    umask = os.umask(0)
    os.umask(umask)
    assert (folder / "t.csv").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_disk_that_refuses_is_one_sentence(source: Path) -> None:
    with pytest.raises(OwnDataError, match="cannot be written"):
        Outputs(None, source / "w.png").write({source / "w.png": b"1"})
