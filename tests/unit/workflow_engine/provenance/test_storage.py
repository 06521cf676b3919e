"""What the file system refuses becomes a sentence with a cure, before a run where possible."""

import errno
import os
from pathlib import Path

import pytest

from workflow_engine.provenance.storage import StorageError, check_writable, told_in_words


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        (errno.ENOSPC, "free some space"),
        (errno.EROFS, "mount it for writing"),
        (errno.EACCES, "chmod"),
        (errno.EEXIST, "move it elsewhere"),
        (errno.ENOMEM, "fewer --cores"),
        (errno.EMFILE, "ulimit -n"),
        (errno.ENFILE, "end other programs"),
    ],
)
def test_an_error_that_a_user_can_cure_is_a_sentence(number: int, cure: str) -> None:
    with pytest.raises(StorageError) as caught, told_in_words("toy/train/1"):
        raise OSError(number, "in the system's words", "results/toy/model.npz")
    text = str(caught.value)
    assert text.startswith(f"toy/train/1: {os.strerror(number)} (results/toy/model.npz). ")
    assert cure in text and text.endswith("nothing half-written counts as a result.")


def test_an_error_without_a_file_names_the_work_only() -> None:
    expected = pytest.raises(StorageError, match=r"^toy/train/1: No space left on device\. ")
    with expected, told_in_words("toy/train/1"):
        raise OSError(errno.ENOSPC, "full")


def test_other_errors_are_left_as_they_are() -> None:
    with pytest.raises(FileNotFoundError), told_in_words("toy/train/1"):
        Path("/nowhere/at/all").read_bytes()


def test_what_does_not_exist_yet_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "out/toy").mkdir(parents=True)
    check_writable(tmp_path / "out", ["toy/models/a.npz", "other/data/b.json", ".tmp/x"])


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/models").write_text("a file")
    with pytest.raises(StorageError, match=r"/toy/models\). A file is where a folder is needed"):
        check_writable(tmp_path, ["toy/data/a.json", "toy/models/deep/a.npz"])


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "toy/models/a.npz").mkdir(parents=True)
    with pytest.raises(StorageError, match=r"/models/a.npz\). A folder is where a file"):
        check_writable(tmp_path, ["toy/models/a.npz"])


def test_a_folder_that_may_not_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "toy/models"
    folder.mkdir(parents=True)
    # permissions bind no administrator, so the system's answer is given here
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder)
    check_writable(tmp_path, ["toy/data/a.json"])
    with pytest.raises(StorageError, match=r"/toy/models\). Permission is missing"):
        check_writable(tmp_path, ["toy/data/a.json", "toy/models/a.npz"])
