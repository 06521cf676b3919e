"""The md5 of files and folders agree with DVC's own, and dvc.lock is held against the bytes."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from compsparse.provenance.dvc_lock import disagreements, file_md5, folder_md5
from tests.unit.provenance.conftest import write

# "a-b" < "a/b" as text but not as parts, capitals, an empty file, names that are not ASCII
NAMES = [
    "b",
    "a-b",
    "a/b",
    "a/b2",
    "a/.hidden",
    "a.x",
    "A",
    "z/y/x.json",
    "ü.csv",
    "a b",
    "10",
    "9",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files whose order is not obvious."""
    for name in NAMES:
        write(tmp_path / "results/data" / name, f"content of {name}\r\n")
    write(tmp_path / "results/data/empty", "")
    return tmp_path / "results/data"


@pytest.fixture
def dvc_md5(tmp_path: Path) -> Callable[[Path], str]:
    """Ask the installed DVC for the md5 of a file or a folder."""
    from dvc_data.hashfile.build import build
    from dvc_data.hashfile.db.local import LocalHashFileDB
    from dvc_objects.fs.local import LocalFileSystem

    system = LocalFileSystem()
    database = LocalHashFileDB(system, str(tmp_path / "odb"), tmp_dir=str(tmp_path / "tmp"))

    def ask(path: Path) -> str:
        _, _, found = build(database, str(path), system, "md5", dry_run=True)
        return str(found.hash_info.value)

    return ask


def test_files_and_folders_have_the_md5_that_dvc_gives_them(
    folder: Path, dvc_md5: Callable[[Path], str]
) -> None:
    for path in (folder / "b", folder / "empty", folder / "ü.csv"):
        assert file_md5(path) == dvc_md5(path)
    for path in (folder, folder / "a", folder / "z"):
        assert folder_md5(path) == dvc_md5(path)
        assert folder_md5(path).endswith(".dir")


def test_the_md5_of_a_folder_sees_names_and_contents(folder: Path) -> None:
    seen = {folder_md5(folder)}
    (folder / "b").write_text("other\n")
    seen.add(folder_md5(folder))
    (folder / "b").rename(folder / "c")
    seen.add(folder_md5(folder))
    (folder / "c").unlink()
    seen.add(folder_md5(folder))
    assert len(seen) == 4


def lock(root: Path, **stages: object) -> None:
    """Write a dvc.lock."""
    named = {f"study@{study}": stage for study, stage in stages.items()}
    write(root / "dvc.lock", yaml.safe_dump({"schema": "2.0", "stages": named}))


def outs(root: Path) -> dict[str, object]:
    """Return a stage that records the folder and one file as they are."""
    data, one = root / "results/data", root / "results/data/b"
    return {
        "cmd": "snakemake toy",
        "outs": [
            {"path": "results/data", "hash": "md5", "md5": folder_md5(data)},
            {"path": "results/data/b", "hash": "md5", "md5": file_md5(one)},
        ],
    }


@pytest.mark.usefixtures("folder")
def test_a_lock_that_records_the_bytes_agrees(tmp_path: Path) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    assert disagreements(tmp_path, ("toy",)) == []


@pytest.mark.usefixtures("folder")
def test_changed_and_missing_outputs_are_named(tmp_path: Path) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    write(tmp_path / "results/data/a/b2", "other\n")
    (found,) = disagreements(tmp_path, ("toy",))
    assert found[0] == "results/data" and "differs from dvc.lock" in found[1]
    (tmp_path / "results/data/b").unlink()
    reasons = dict(disagreements(tmp_path, ("toy",)))
    assert "differs" in reasons["results/data"]
    assert "missing; run `dvc repro`" in reasons["results/data/b"]


@pytest.mark.usefixtures("folder")
def test_a_study_without_a_stage_is_named_and_a_stage_without_a_study_is_not(
    tmp_path: Path,
) -> None:
    lock(tmp_path, toy=outs(tmp_path), gone={"outs": [{"path": "results/gone", "md5": "0"}]})
    assert disagreements(tmp_path, ("toy",)) == []
    (found,) = disagreements(tmp_path, ("toy", "new"))
    assert found == ("dvc.lock", "has no record of study new; run `dvc repro`")


def test_a_missing_lock_says_what_to_do(tmp_path: Path) -> None:
    expected = [("dvc.lock", "does not exist; `dvc repro` records the results")]
    assert disagreements(tmp_path, ("toy",)) == expected


@pytest.mark.parametrize("text", ["schema: '2.0'\n", "schema: '2.0'\nstages: {}\n"])
def test_a_lock_without_stages_names_every_study(tmp_path: Path, text: str) -> None:
    write(tmp_path / "dvc.lock", text)
    assert [path for path, _ in disagreements(tmp_path, ("a", "b"))] == ["dvc.lock", "dvc.lock"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"schema: '2.0'\nstages:\n",
        b"stages: {}\n",
        b"<<<<<<< HEAD\nstages:\n=======\n>>>>>>> other\n",
        b"stages: [\n",
        b"\xff\xfe\xff",
        b"[]\n[]\n",
        b"- a\n",
        b"text\n",
        b"stages: text\n",
        b"stages: {study@toy: text}\n",
        b"stages: {study@toy: {outs: 5}}\n",
        b"stages: {study@toy: {outs: [text]}}\n",
        b"stages: {study@toy: {outs: [{path: results/data}]}}\n",
    ],
)
def test_a_damaged_lock_is_an_answer_in_words(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "dvc.lock").write_bytes(content)
    (found,) = disagreements(tmp_path, ("toy",))
    assert found[0] == "dvc.lock"
    assert found[1].startswith("cannot be read (") and found[1].endswith("then `dvc repro`")
