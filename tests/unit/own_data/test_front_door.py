"""One command for all files: what holds decides who answers, and nothing is answered wrongly."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from compsparse.cli import main
from compsparse.own_data.errors import OwnDataError
from compsparse.own_data.front_door import study_of

COUNTS = "who,a,b\nx,1,2\ny,3,4\n"
GRID = "x,y,f\n0,0,1\n0,1,2\n1,0,3\n1,1,5\n"


@pytest.mark.parametrize(
    ("name", "contents", "study"),
    [
        ("a.CSV", COUNTS.encode(), "factorial"),
        ("a.txt", COUNTS.replace(",", "\t").encode("utf-16"), "factorial"),
        ("a", b"who,what,n\nx,a,1\nx,b,2\ny,a,3\ny,b,4", "factorial"),
        ("a.csv", GRID.encode(), "approximation"),
        ("a.csv", b"x,y,z,f\n" + b"".join(b"a,%d,c,%d\n" % (n, n) for n in range(3)), "approx"),
        ("a", b"\x89PNG\r\n\x1a\n", "regime"),
        ("a", b"\xff\xd8\xff\xe0", "regime"),
        ("a.csv", b' {"nodes": []}', "regime"),
        ("a", b"PK\x03\x04", "regime"),
    ],
)
def test_the_content_tells_the_study(
    tmp_path: Path, name: str, contents: bytes, study: str
) -> None:
    path = tmp_path / name
    path.write_bytes(contents)
    assert study_of(path).startswith(study)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"PK\x03\x04[Content_Types].xml", "workbook"),
        (b"\x1f\x8b\x08\x00", "Save the table as CSV"),
    ],
)
def test_other_files_with_tables_are_told_the_way(
    tmp_path: Path, contents: bytes, said: str
) -> None:
    (tmp_path / "mine").write_bytes(contents)
    with pytest.raises(OwnDataError, match=said):
        study_of(tmp_path / "mine")


def test_arrays_are_grids(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.eye(2))
    assert study_of(tmp_path / "a.npy") == "approximation"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "compsparse own"),
        (["--help"], 0, "compsparse own"),
        (["mine.csv", "--help"], 0, "--redraws"),
        (["mine.csv", "--as", "approximation", "--error", "7"], 2, "allowed: a number above 0"),
        (["mine.csv", "--nothing"], 2, "unrecognized arguments"),
        (["missing.csv"], 2, "missing.csv: This file does not exist."),
    ],
)
def test_wrong_calls_are_one_sentence(
    arguments: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(COUNTS)
    with pytest.raises(SystemExit) as ended:  # the parser ends the process, all else returns
        raise SystemExit(main(["own", *arguments]))
    assert ended.value.code == code
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


def test_check_reads_and_does_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.csv").write_text(COUNTS)
    out = tmp_path / "out"
    assert main(["own", str(tmp_path / "mine.csv"), "--check", "--out", str(out)]) == 0
    assert capsys.readouterr().out.endswith("checked; nothing was done.\n")
    assert not out.exists()


def test_programs_get_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.csv").write_text(COUNTS)
    assert main(["own", str(tmp_path / "mine.csv"), "--json", "--redraws", "19"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["study"] == "factorial" and said["answer"]["counts"] == 10
    assert said["files"] == [] and len(said["sha256"]) == 64


def test_names_that_move_the_cursor_never_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine\x1b[2J.csv"
    path.write_text(GRID.replace("x,y", "a\x1b[31m,y"))
    assert main(["own", str(path)]) == 0
    path.write_text(GRID.replace("x,y", "a\x1b[31m,a\x1b[31m"))
    assert main(["own", str(path)]) == 2
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err


def test_the_process_needs_no_project_no_screen_and_no_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(GRID)
    (tmp_path / "matplotlibrc").write_text("figure.dpi: 7\n")
    surroundings = {**os.environ, "MPLBACKEND": "TkAgg", "OMP_NUM_THREADS": "many"}
    command = [sys.executable, "-m", "compsparse", "own", "mine.csv", "--figure", "w.png"]
    done = subprocess.run(
        command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("picture: w.png\n")
    assert (tmp_path / "w.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "text",
    [
        GRID.replace("x,y", "温度,压力"),
        COUNTS.replace("who,a,b", "谁,新闻,体育").replace("\nx", "\n手机"),
    ],
)
def test_names_that_the_font_lacks_have_a_key(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.csv").write_text(text)
    picture = tmp_path / "mine.png"
    # a letter without a glyph is a warning of matplotlib's, and warnings are errors here
    assert main(["own", str(tmp_path / "mine.csv"), "--figure", str(picture)]) == 0
    assert "1 is " in capsys.readouterr().out
    assert picture.exists()
