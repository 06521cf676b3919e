"""``python -m compsparse.studies.factorial TABLE.csv``: what it prints, and how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from compsparse.studies.factorial.__main__ import main

# the topic depends on the age alone, the form on the device alone
TABLE = """who,old p,old q,new p,new q
small A,60,10,20,30
large A,66,9,18,27
small B,10,60,30,20
large B,9,66,27,18
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    return path


def test_a_table_is_described(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(table)]) == 0
    printed = capsys.readouterr()
    (
        first,
        verdict,
        *_,
    ) = printed.out.splitlines()
    assert first == f"{table}: 4 inputs, 4 outputs, 480 counts"
    assert verdict == "STRUCTURE FOUND."
    assert "8 of 16" in printed.out and "degrees of freedom" in printed.out


def test_a_table_without_structure_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "few.csv"
    path.write_text("who,a,b,c,d\ne,3,1,0,2\nf,0,2,1,1\ng,1,1,2,0\nh,2,0,1,3\n")
    assert main([str(path), "--redraws", "19"]) == 0
    assert "NO STRUCTURE FOUND" in capsys.readouterr().out.splitlines()[1]


def test_a_missing_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "no.csv")]) == 2
    printed = capsys.readouterr()
    assert "no.csv" in printed.err and "does not exist" in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("60,10", "sixty,10", ["'small A'", "'sixty'", "'old p'", "a finite number"]),
        ("large A,66,9,18,27", "large A,66,9,18", ["Line 3", "4 cells", "5"]),
        ("small A,60", '"small A,60', ["without its end"]),
    ],
    ids=["word", "short_row", "quote"],
)
def test_a_table_that_is_no_table(
    old: str, new: str, words: list[str], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(TABLE.replace(old, new))
    assert main([str(table)]) == 2
    printed = capsys.readouterr()
    assert [word for word in [str(table), *words] if word not in printed.err] == []
    assert printed.out == ""


@pytest.mark.parametrize(
    "arguments", [[], ["one.csv", "two.csv"], ["--tolerance", "1"], ["one.csv", "--redraws", "5"]]
)
def test_wrong_arguments_show_the_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "python -m compsparse.studies.factorial" in capsys.readouterr().err


def test_the_command_itself(table: Path) -> None:
    command = [sys.executable, "-m", "compsparse.studies.factorial"]
    good = subprocess.run([*command, str(table)], capture_output=True, text=True, check=False)
    assert good.returncode == 0 and "Traceback" not in good.stderr
    assert "y1 depends on" in good.stdout
    bad = subprocess.run([*command, f"{table}s"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "Traceback" not in bad.stderr and "does not exist" in bad.stderr
