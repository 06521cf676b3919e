"""A run works in a new folder, an empty one, or one that bears the mark; it refuses all others."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance.manifest import write_manifest
from workflow_engine.provenance.root_mark import (
    LOCK,
    MANIFEST,
    ROOT_MARK,
    OutputRootError,
    check_root,
    read_mark,
    write_mark,
)

ASKED = {"scale": "smoke", "root_seed": 3}


def refusal(out: Path, asked: dict[str, Any] | None = ASKED) -> str:
    """Return why a root is refused; nothing in it may have changed."""
    before = sorted(os.walk(out))
    with pytest.raises(OutputRootError) as error:
        check_root(out, "DIR", asked)
    assert sorted(os.walk(out)) == before
    assert str(error.value).startswith("DIR")
    return str(error.value)


def test_a_new_and_an_empty_folder_are_ours(tmp_path: Path) -> None:
    check_root(tmp_path / "new", "DIR", ASKED)
    assert not (tmp_path / "new").exists()
    check_root(tmp_path, "DIR", ASKED)
    write(tmp_path / LOCK, "")
    check_root(tmp_path, "DIR", ASKED)
    write(tmp_path / f"{ROOT_MARK}.part", '{"proj')  # of a run that was killed as it wrote the mark
    check_root(tmp_path, "DIR", ASKED)


@pytest.mark.parametrize(
    "mark",
    [
        '{"project": "compsparse", "scale": "default", "root_seed": 0}\n',
        '{"scale": "default", "root_seed": 0}\n',  # of earlier versions
    ],
)
def test_a_marked_folder_is_ours_whatever_it_holds(tmp_path: Path, mark: str) -> None:
    write(tmp_path / ROOT_MARK, mark)
    write(tmp_path / "toy/data/a.json", "{}\n")
    check_root(tmp_path, "DIR", ASKED)
    assert read_mark(tmp_path) == {"scale": "default", "root_seed": 0}


def test_the_mark_that_is_written_is_one(tmp_path: Path) -> None:
    write_mark(tmp_path, ASKED)
    assert read_mark(tmp_path) == ASKED
    assert json.loads((tmp_path / ROOT_MARK).read_text())["project"] == "compsparse"
    assert [path.name for path in tmp_path.iterdir()] == [ROOT_MARK]


@pytest.mark.parametrize(
    ("files", "first"),
    [
        (["notes.txt"], "notes.txt"),
        ([".tmp/x/checkpoints/train/a.npz"], ".tmp/x/checkpoints/train/a.npz"),
        (["b.txt", "a/c.txt"], "b.txt"),
        ([".hidden"], ".hidden"),
        ([f"sub/{LOCK}"], f"sub/{LOCK}"),
    ],
)
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, files: list[str], first: str) -> None:
    for name in files:
        write(tmp_path / name, "mine\n")
    assert f"(first: {first!r})" in refusal(tmp_path)
    check_root(tmp_path, "DIR", None)  # results/ needs no mark


def test_empty_folders_are_somebodys(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    assert "(first: 'a/b')" in refusal(tmp_path)


@pytest.mark.parametrize(
    "mark",
    [
        "",
        "{",
        "[]",
        "null",
        "\xff",
        "[" * 3000,
        " " * 5000 + "{}",
        '{"name": "theirs"}',
        '{"project": "other", "scale": "smoke", "root_seed": 0}',
        '{"scale": "smoke"}',
        '{"scale": "smoke", "root_seed": "0"}',
        '{"scale": "smoke", "root_seed": true}',
        '{"scale": 3, "root_seed": 0}',
        '{"scale": "smoke", "root_seed": 0, "more": 1}',
    ],
)
def test_a_file_that_is_no_mark_of_ours_is_no_mark(tmp_path: Path, mark: str) -> None:
    (tmp_path / ROOT_MARK).write_text(mark, encoding="latin-1")
    assert read_mark(tmp_path) is None
    message = refusal(tmp_path)
    assert "is not this project's mark" in message
    # what it says to write is a mark
    text = message[message.index("{") : message.index("}") + 1]
    (tmp_path / ROOT_MARK).write_text(text)
    assert read_mark(tmp_path) == ASKED


@pytest.mark.parametrize("asked", [ASKED, None], ids=["other root", "results"])
@pytest.mark.parametrize("name", [LOCK, MANIFEST, ROOT_MARK])
@pytest.mark.parametrize("kind", ["link", "dangling", "folder", "pipe"])
def test_what_is_no_regular_file_is_never_written_over(
    tmp_path: Path, asked: dict[str, Any] | None, name: str, kind: str
) -> None:
    out, target = tmp_path / "out", write(tmp_path / "target", '{"scale": "a", "root_seed": 0}')
    out.mkdir()
    if name != ROOT_MARK:
        write_mark(out, ASKED)
    if kind == "folder":
        (out / name).mkdir()
    elif kind == "pipe":
        os.mkfifo(out / name)
    else:
        (out / name).symlink_to(target if kind == "link" else tmp_path / "nowhere")
    assert f"DIR/{name} is no regular file" in refusal(out, asked)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("asked", [ASKED, None], ids=["other root", "results"])
@pytest.mark.parametrize("text", ["mine\n", "[]", "{}", '{"python": "3"}'])
def test_a_manifest_that_no_run_wrote_is_not_replaced(
    tmp_path: Path, asked: dict[str, Any] | None, text: str
) -> None:
    write_mark(tmp_path, ASKED)
    write(tmp_path / MANIFEST, text)
    assert f"{MANIFEST} is not what a run writes there" in refusal(tmp_path, asked)


def test_a_manifest_of_ours_is_replaced_whole(tmp_path: Path) -> None:
    for processor in ("old", "new"):
        check_root(tmp_path, "DIR", None)
        write_manifest(tmp_path, processor)
    assert json.loads((tmp_path / MANIFEST).read_text())["processor"] == "new"
    assert [path.name for path in tmp_path.iterdir()] == [MANIFEST]


def test_a_mark_tells_what_was_set(tmp_path: Path) -> None:
    asked = {**ASKED, "set": {"toy.train.sizes": [1, 2]}}
    write_mark(tmp_path, asked)
    assert read_mark(tmp_path) == asked
    write(tmp_path / ROOT_MARK, json.dumps({**ASKED, "set": "toy.train.sizes=1"}))
    assert read_mark(tmp_path) is None
