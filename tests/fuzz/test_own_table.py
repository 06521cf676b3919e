"""A user's own table: what is found in it, or one sentence with file, row, column and remedy."""

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from compsparse.studies.factorial.__main__ import main
from tests.fuzz.effort import tries
from tests.fuzz.strange import damaged

TABLE = "item,red,green,blue\nsmall A,60,10,5\nsmall B,10,60,5\nlarge A,6,1,70\n"
CELLS = ["1", "0", "0.25", "1e3", "-1", "nan", "inf", "1e308", "1e400", "1_000", "", " 7 ", "x"]
CELLS += ["\u0661", "0x10", "1e15", "5e-324", '"1"', '"', "a,b", "ü", "\0", "9" * 400, "1" * 5000]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a table."""
    return tmp_path_factory.mktemp("table") / "table.csv"


def told(file: Path, contents: bytes) -> tuple[str, str]:
    """Run the command; return what it prints as result and as error, one of them empty."""
    file.write_bytes(contents)
    output, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        code = main([str(file)])
    found, refusal = output.getvalue(), errors.getvalue()
    assert (code, bool(found), bool(refusal)) in {(0, True, False), (2, False, True)}
    assert (found or refusal).startswith(f"{file}: ")
    assert len(refusal) < 2000
    return found, refusal


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    """Small tables with cells that are no numbers, or none that fit."""
    width, height = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    ends = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    cell = st.sampled_from(CELLS[:4]) if draw(st.booleans()) else st.sampled_from(CELLS)
    name = st.sampled_from(["a", "b c", "c c", "d", "", '"e,f"', "\x00", "ü"])
    rows = [["", *draw(st.lists(name, min_size=width, max_size=width, unique=True))]]
    for number in range(height):
        rows.append([f"r{number}", *draw(st.lists(cell, min_size=width, max_size=width))])
    return ends.join(",".join(row) for row in rows).encode()


@tries(60)
@given(tables())
@example(b"x,a,b\nr,1e308,1e308\ns,1e308,1e308\n")
@example(b"x,a,b\rr,1,2\rs,3,4\r")
@example(b"x,a,b\nr,1_0,2\ns,3,4\n")
@example(b'x,a,b\nr,1,"2\ns,3,4\n')
@example(b"x,a,b\nr,1,2\ns,3," + b"1" * 200_000 + b"\n")
@example(b"x,a,b\nr,5e-324,5e-324\ns,0.5,0.5\n")
def test_any_table_is_described_or_refused_by_name(file: Path, contents: bytes) -> None:
    told(file, contents)


@tries(40)
@given(damaged(TABLE.encode()))
def test_a_damaged_table_is_described_or_refused_by_name(file: Path, contents: bytes) -> None:
    told(file, contents)


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (TABLE.replace("60,10,5", "60,1_0,5"), "The row 'small A' has '1_0' in the column 'green'"),
        (TABLE.replace("60,10,5", "60,1e308,5"), "has '1e308' in the column 'green'"),
        (TABLE.replace("60,10,5", "60,\u0661,5"), "has '\u0661' in the column 'green'"),
        (TABLE.replace("60,10,5", '60,"10,5'), "cannot be read as CSV"),
        ("x,a,b\n" + "r,1,2\n" * 3, "The rows 1 and 2 are both named 'r'"),
        ("x,a,b\n" + "".join(f"r{n},1,2\n" for n in range(120)), "10^194 or more fact"),
        ("x,a,b\n" + "".join(f"r{n},1,2\n" for n in range(30_000)), "at most 200 on a side"),
        ("x," + ",".join(map(str, range(30_000))) + "\nr,1\ns,2\n", "at most 200 on a side"),
    ],
)
def test_a_table_is_refused_with_its_place(file: Path, contents: str, words: str) -> None:
    assert words in told(file, contents.encode())[1]


@pytest.mark.parametrize(
    "what", ["a named pipe", "a folder", "a device", "a symbolic link", "1e+03 GB"]
)
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, what: str) -> None:
    place = tmp_path / "table.csv"
    if what == "a named pipe":
        os.mkfifo(place)
    elif what == "a folder":
        place.mkdir()
    elif what == "1e+03 GB":
        with place.open("wb") as stream:
            stream.truncate(10**12)
    else:
        place.symlink_to("/dev/zero" if what == "a device" else place.name)
    errors = io.StringIO()
    with redirect_stderr(errors):
        assert main([str(place)]) == 2
    assert errors.getvalue().startswith(f"{place}: This ") and what in errors.getvalue()


def test_a_table_may_be_a_link(file: Path, tmp_path: Path) -> None:
    found = told(file, TABLE.encode())[0]
    (tmp_path / "link.csv").symlink_to(file)
    output = io.StringIO()
    with redirect_stdout(output):
        assert main([str(tmp_path / "link.csv")]) == 0
    assert output.getvalue() == found.replace(str(file), str(tmp_path / "link.csv"))


def test_line_ends_of_all_systems_are_read(file: Path) -> None:
    found = {told(file, TABLE.replace("\n", end).encode())[0] for end in ("\n", "\r\n", "\r")}
    assert len(found) == 1 and found != {""}
