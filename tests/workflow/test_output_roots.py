"""A run writes to a folder of its own, whatever its name; folders of others are left alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.workflow.project import ToyProject

HOSTILE = "a b$(touch pwned)'\";&*?[x]|<>!`touch pwned`%#\u00fc\u6570"
ASKINGS = [["--cores", "1"], ["-n"], ["--summary"], ["--unlock"], ["--list-rules"]]


def everything(folder: Path) -> dict[str, Any]:
    """Return the content of every file, the target of every link, and all folders."""
    return {
        str(path.relative_to(folder)): path.readlink()
        if path.is_symlink()
        else (path.read_bytes(), path.stat().st_mtime_ns)
        if path.is_file()
        else None
        for path in sorted(folder.rglob("*"))
    }


def without_servers(toy: ToyProject) -> None:
    """Let every job run in a process of its own, as on a cluster."""
    toy.edit("src/workflow_engine/job_server/start.py", 'sys.platform == "linux"', "False")


@pytest.mark.dear
@pytest.mark.parametrize(
    "servers",
    [True, pytest.param(False, marks=pytest.mark.dear)],
    ids=["servers", "processes"],
)
def test_a_folder_with_any_printable_name_is_built_and_audited(
    toy: ToyProject, tmp_path: Path, servers: bool
) -> None:
    out = f"deep er/{HOSTILE}"
    if not servers:
        without_servers(toy)
        out = str(tmp_path / out)
    before = toy.contents()
    toy.snakemake("--config", f"out={out}")
    assert toy.contents(out) == before
    assert toy.planned("--config", f"out={out}") == {}
    assert toy.audit(out) == (0, [])
    toy.run("compsparse", "run", "alpha", "train", "rate=2", f"--out={out}")
    assert toy.contents(out) == before
    assert not list(tmp_path.rglob("pwned"))
    assert toy.contents() == before


@pytest.mark.dear
def test_a_folder_that_is_somebody_elses_is_refused_in_a_sentence(
    toy: ToyProject, tmp_path: Path
) -> None:
    before = everything(toy.root)
    for out in (".git/results", "src/compsparse", "a{b}", "a\nb", "x #y", "-rf", "a: b"):
        done = toy.run("snakemake", "--cores", "1", "--config", f"out={out}", check=False)
        assert done.returncode == 1, out
        assert "--config out: the value is" in done.stdout, out
        assert "Traceback" not in done.stdout, out
    after = everything(toy.root)
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert {path.split("/")[0] for path in changed} <= {".snakemake"}
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


@pytest.mark.dear
@pytest.mark.parametrize("arguments", ASKINGS, ids=lambda words: words[0])
def test_a_folder_with_foreign_files_is_left_as_it_is(
    toy: ToyProject, tmp_path: Path, arguments: list[str]
) -> None:
    theirs = tmp_path / "theirs"
    (theirs / ".tmp/work/checkpoints").mkdir(parents=True)
    (theirs / ".tmp/work/checkpoints/state.npz").write_text("weeks of work\n")
    (theirs / ".manifest.json").write_text('{"name": "theirs"}\n')
    before = everything(theirs)
    done = toy.run("snakemake", *arguments, "--config", f"out={theirs}", check=False)
    assert done.returncode == 1
    assert "theirs" in done.stdout and "Nothing was written" in done.stdout
    assert "Traceback" not in done.stdout
    (theirs / ".manifest.json").unlink()
    done = toy.run("snakemake", *arguments, "--config", f"out={theirs}", check=False)
    assert done.returncode == 1
    assert "(first: '.tmp/work/checkpoints/state.npz')" in done.stdout
    del before[".manifest.json"]
    assert everything(theirs) == before


def test_the_mark_and_the_manifest_of_others_are_not_written_over(
    toy: ToyProject, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / ".root.json").write_text('{"root": true}\n')
    text = toy.snakemake("--config", f"out={out}", check=False)
    assert "is not this project's mark of an output root" in text
    assert (out / ".root.json").read_text() == '{"root": true}\n'
    # a link in results/ would be written through
    manifest = toy.root / "results/.manifest.json"
    manifest.unlink()
    manifest.symlink_to(tmp_path / "precious")
    (tmp_path / "precious").write_text("mine\n")
    for command in (["snakemake", "--cores", "1"], ["compsparse", "sync"]):
        done = toy.run(*command, check=False)
        assert done.returncode != 0
        assert "results/.manifest.json is a symbolic link" in done.stdout
    assert (tmp_path / "precious").read_text() == "mine\n"


@pytest.mark.dear
def test_a_root_with_a_mark_of_an_earlier_version_is_taken_up(
    toy: ToyProject, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    toy.snakemake("--config", f"out={out}", "scale=smoke")
    mark = out / ".root.json"
    assert json.loads(mark.read_text()) == {
        "project": "compsparse",
        "scale": "smoke",
        "root_seed": 0,
    }
    mark.write_text('{"scale": "smoke", "root_seed": 0}\n')
    assert toy.audit(str(out)) == (0, [])
    assert toy.planned("--config", f"out={out}", "scale=smoke") == {}
    toy.snakemake("--config", f"out={out}", "scale=smoke")
    assert json.loads(mark.read_text())["project"] == "compsparse"
    # a root may change its scale: it is ours
    toy.snakemake("--config", f"out={out}")
    assert toy.contents(str(out)) == toy.contents()
