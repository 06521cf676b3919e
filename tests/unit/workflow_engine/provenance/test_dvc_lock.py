"""The md5 of files and folders agree with DVC's own, and dvc.lock is held against the bytes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance.dvc_lock import disagreements, file_md5, folder_md5

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


DVC_YAML = """
stages:
  study:
    foreach: ${studies}
    do:
      cmd: snakemake ${item}
      params: [scale, "${item}"]
      deps: [src]
      outs:
        - results/data:
            persist: true
      metrics:
        - results/data/b
"""
PARAMS = "scale: default\nseed: 0\ntoy: {rate: 0.00001, sizes: [1, 2], name: 'on'}\n"
RECORDED = {"scale": "default", "toy": {"rate": 1e-05, "sizes": [1, 2], "name": "on"}}


def lock(root: Path, **stages: object) -> None:
    """Write a dvc.lock, and the files that it is held against."""
    named = {f"study@{study}": stage for study, stage in stages.items()}
    write(root / "dvc.lock", yaml.safe_dump({"schema": "2.0", "stages": named}))
    write(root / "dvc.yaml", DVC_YAML)
    write(root / "params.yaml", PARAMS)


def outs(root: Path, **changes: object) -> dict[str, object]:
    """Return a stage that records the folder and one file as they are."""
    data, one = root / "results/data", root / "results/data/b"
    stage = {
        "cmd": "snakemake toy",
        "params": {"params.yaml": RECORDED},
        "outs": [
            {"path": "results/data", "hash": "md5", "md5": folder_md5(data)},
            {"path": "results/data/b", "hash": "md5", "md5": file_md5(one)},
        ],
    }
    return stage | changes


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
    assert "recorded but missing" in reasons["results/data/b"]


@pytest.mark.usefixtures("folder")
def test_the_remedy_for_other_bytes_blesses_nothing(tmp_path: Path) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    write(tmp_path / "results/data/a/b2", "forged\n")
    ((_, reason),) = disagreements(tmp_path, ("toy",))
    assert "forged" in reason and "--rebuild" in reason and "git diff" in reason
    assert "make repro" not in reason


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cmd": "snakemake other"}, "the command of study toy is 'snakemake other', dvc.yaml"),
        ({"params": {}}, "scale is 'absent', params.yaml says 'default'"),
        ({"params": {"params.yaml": RECORDED | {"scale": "smoke"}}}, "scale is 'smoke'"),
        ({"params": {"params.yaml": RECORDED | {"toy": {}}}}, "toy.rate is 'absent'"),
        ({"params": {"params.yaml": RECORDED | {"seed": 0}}}, "seed is 0, params.yaml says"),
        ({"params": {"params.yaml": {1: 2, "a": 3}}}, "cannot be held against params.yaml"),
        (
            {"params": {"params.yaml": RECORDED | {"scale": float("nan")}}},
            "cannot be held against params.yaml",
        ),
        ({"outs": []}, "does not record results/data, which dvc.yaml lists"),
        (
            {"outs": [{"path": "results/data/a", "md5": "0"}]},
            "records results/data/a, which dvc.yaml does not list",
        ),
    ],
)
def test_command_params_and_the_list_of_outputs_are_held_against_their_files(
    tmp_path: Path, changes: dict[str, object], words: str
) -> None:
    lock(tmp_path, toy=outs(tmp_path, **changes))
    found = disagreements(tmp_path, ("toy",))
    assert any(path == "dvc.lock" and words in reason for path, reason in found), found


@pytest.mark.usefixtures("folder")
def test_numbers_are_read_as_dvc_writes_them(tmp_path: Path) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    text = (tmp_path / "dvc.lock").read_text()
    # DVC's writer, of YAML 1.2, needs neither point nor quotes
    assert "1.0e-05" in text and "'on'" in text
    write(tmp_path / "dvc.lock", text.replace("1.0e-05", "1e-05").replace("'on'", "on"))
    assert disagreements(tmp_path, ("toy",)) == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "text", ["", "stages: {}\n", "stages: {study: {do: {cmd: x}}}\n", "[" * 600, "\tx"]
)
def test_a_dvc_yaml_of_another_form_is_an_answer_in_words(tmp_path: Path, text: str) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    write(tmp_path / "dvc.yaml", text)
    ((path, reason),) = disagreements(tmp_path, ("toy",))
    assert path == "dvc.yaml" and "has no stage `study`" in reason
    (tmp_path / "dvc.yaml").unlink()
    assert disagreements(tmp_path, ("toy",)) == [
        ("dvc.yaml", "does not exist; `git checkout dvc.yaml`")
    ]


@pytest.mark.usefixtures("folder")
def test_a_pipe_in_place_of_an_output_hangs_nothing(tmp_path: Path) -> None:
    lock(tmp_path, toy=outs(tmp_path))
    (tmp_path / "results/data/b").unlink()
    os.mkfifo(tmp_path / "results/data/b")
    assert "is no file" in dict(disagreements(tmp_path, ("toy",)))["results/data/b"]


@pytest.mark.usefixtures("folder")
def test_a_study_without_a_stage_is_named_and_a_stage_without_a_study_is_not(
    tmp_path: Path,
) -> None:
    lock(tmp_path, toy=outs(tmp_path), gone={"outs": [{"path": "results/gone", "md5": "0"}]})
    assert disagreements(tmp_path, ("toy",)) == []
    (found,) = disagreements(tmp_path, ("toy", "new"))
    assert found[0] == "dvc.lock" and found[1].startswith("has no record of study new; ")


def test_a_missing_lock_says_what_to_do(tmp_path: Path) -> None:
    ((path, reason),) = disagreements(tmp_path, ("toy",))
    assert path == "dvc.lock" and reason.startswith("does not exist; ")


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
        b"schema: '3.0'\nstages: {}\n",
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
    assert found[1].startswith("cannot be read (") and found[1].endswith("then `make repro`")
