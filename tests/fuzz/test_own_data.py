"""Users' files through the commands: an answer, or one sentence with file, place and remedy.

Each try runs in a fork of this warm process, so that one that is killed is seen as such.
"""

import gc
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from compsparse.cli import main
from compsparse.own_data.question import QUESTIONS
from compsparse.own_data.record import module
from tests.fuzz.effort import tries
from tests.fuzz.strange import damaged
from workflow_engine.reporting import user_errors

TABLE = "item,red,green,blue\nsmall A,60,10,5\nsmall B,10,60,5\nlarge A,6,1,70\n"
GRID = "x,y,f\n0,0,1\n0,0.5,2\n1,0,3\n1,0.5,5.5\n"
CELLS = ["1", "0", "0.25", "1e3", "-1", "nan", "inf", "1e308", "1e400", "1_000", "", " 7 ", "x"]
CELLS += ["\u0661", "0x10", "1e15", "5e-324", '"1"', '"', "a,b", "ü", "\0", "9" * 400, "1" * 5000]
CELLS += ["True", "1,5", "12 %", "1;2", "2001-01-01"]
GENOME = {
    "nodes": [
        {"id": "x", "activation": "identity", "role": "input", "label": "x"},
        {"id": "y", "activation": "identity", "role": "input", "label": "y"},
        {"id": "h", "activation": "gaussian", "role": "hidden"},
        {"id": "o", "activation": "identity", "role": "output", "label": "ink"},
    ],
    "edges": [
        {"from": "x", "to": "h", "weight": 1.5},
        {"from": "y", "to": "h", "weight": -0.5},
        {"from": "h", "to": "o", "weight": 2.0},
    ],
}
XML = (
    b'<genome><nodes><node type="in" label="x"><marking branch="0" id="1"/>'
    b"<activation>identity(x)</activation></node>"
    b'<node type="out" label="ink"><marking branch="0" id="2"/>'
    b"<activation>gaussian(x)</activation></node></nodes>"
    b'<links><link><source branch="0" id="1"/><target branch="0" id="2"/>'
    b"<weight>1.5</weight></link></links></genome>"
)


def picture(kind: str, mode: str) -> bytes:
    """Return a gradient as the bytes of a picture."""
    values = np.arange(64, dtype=np.uint8).reshape(8, 8) * 4
    stream = io.BytesIO()
    Image.fromarray(values).convert(mode).save(stream, kind)
    return stream.getvalue()


def packed(contents: bytes, method: int) -> bytes:
    """Return an archive with one entry, as Picbreeder publishes genomes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a", contents)
    return stream.getvalue()


@cache
def samples() -> dict[str, bytes]:
    """Return a good file of every kind."""
    array, arrays = io.BytesIO(), io.BytesIO()
    np.save(array, np.arange(16.0).reshape(2, 2, 2, 2))
    np.savez_compressed(arrays, values=np.arange(16).reshape(4, 4) % 7)
    return {
        "wide": TABLE.encode(),
        "semicolons": TABLE.replace(",", ";").encode("utf-16"),
        "long": b"who,what,n\nx,a,1\nx,b,2\ny,a,3\ny,b,4",
        "grid": GRID.encode(),
        "npy": array.getvalue(),
        "npz": arrays.getvalue(),
        "genome": json.dumps(GENOME).encode(),
        "xml": XML,
        "zip": packed(XML, zipfile.ZIP_DEFLATED),
        "lzma": packed(XML, zipfile.ZIP_LZMA),
        "png": picture("PNG", "RGB"),
        "palette": picture("PNG", "P"),
        "jpeg": picture("JPEG", "RGB"),
    }


@pytest.fixture(scope="module", autouse=True)
def warm() -> Iterator[None]:
    """Load what a try needs, where no other test did; forks copy none of it."""
    for study in QUESTIONS:
        importlib.import_module(module(study))
    user_errors()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a file."""
    return tmp_path_factory.mktemp("own") / "mine.csv"


def forked(arguments: list[str]) -> tuple[int, str, str]:
    """Run the command in a fork; return its exit code, output and errors."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            code = 99
            try:
                os.dup2(output.fileno(), 1)
                os.dup2(errors.fileno(), 2)
                code = _with_streams(arguments)
            finally:
                os._exit(code)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read().decode())
    return status, texts[0], texts[1]


def _with_streams(arguments: list[str]) -> int:
    """Run the command with streams of its own, since this process's are captured."""
    sys.stdout, sys.stderr = (os.fdopen(os.dup(number), "w") for number in (1, 2))
    try:
        return main(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 98
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def told(file: Path, contents: bytes, *options: str) -> tuple[str, str]:
    """Run the command on contents; return its answer and its refusal, one of them empty."""
    file.write_bytes(contents)
    code, found, refusal = forked(["own", str(file), *options])
    assert (code, bool(found), bool(refusal)) in {(0, True, False), (2, False, True)}, refusal
    assert (found or refusal).startswith(f"{file}: ")
    assert len(refusal) < 2000 and refusal.count("\n") <= 1
    return found, refusal


def test_every_sample_is_read(file: Path) -> None:
    for name, contents in samples().items():
        found, refusal = told(file, contents, "--check")
        if name == "lzma":  # published archives are not packed so
            assert "method" in refusal
        else:
            assert found.endswith("nothing was done.\n"), (name, refusal)


@tries(150)
@given(st.sampled_from(sorted(samples())).flatmap(lambda name: damaged(samples()[name])))
def test_a_damaged_file_is_taken_or_refused_by_name(file: Path, contents: bytes) -> None:
    told(file, contents, "--check")


@pytest.mark.dear
@tries(5)
@given(st.sampled_from(sorted(samples())).flatmap(lambda name: damaged(samples()[name])))
def test_a_damaged_file_is_taken_or_refused_by_a_whole_process(file: Path, contents: bytes) -> None:
    file.write_bytes(contents)
    command = [sys.executable, "-m", "compsparse", "own", str(file), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 2) and "Traceback" not in done.stderr
    assert bool(done.stdout) != bool(done.stderr)


@tries(100)
@given(
    st.sampled_from(["factorial", "approximation", "regime"]),
    st.sampled_from(sorted(samples())).flatmap(lambda name: damaged(samples()[name])),
)
def test_a_file_for_the_wrong_study_is_refused(file: Path, study: str, contents: bytes) -> None:
    told(file, contents, "--check", "--as", study)


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
def test_any_table_is_answered_or_refused_by_name(file: Path, contents: bytes) -> None:
    told(file, contents, "--as", "factorial")
    told(file, contents, "--as", "approximation")


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (TABLE.replace("60,10,5", "60,1_0,5"), "The row 'small A' has '1_0' in the column 'green'"),
        (TABLE.replace("60,10,5", "60,1e308,5"), "has '1e308' in the column 'green'"),
        (TABLE.replace("60,10,5", "60,\u0661,5"), "has '\u0661' in the column 'green'"),
        (TABLE.replace("60,10,5", '60,"10,5'), "cannot be read as a table"),
        ("x,a,b\n" + "r,1,2\n" * 3, "The rows 1 and 2 are both named 'r'"),
        ("x,a,b\n" + "".join(f"r{n},1,2\n" for n in range(120)), "10^194 or more fact"),
        ("x,a,b\n" + "".join(f"r{n},1,2\n" for n in range(30_000)), "at most 200 on a side"),
        ("x," + ",".join(map(str, range(30_000))) + "\nr,1\ns,2\n", "Line 2 has 2 cells"),
    ],
)
def test_a_table_is_refused_with_its_place(file: Path, contents: str, words: str) -> None:
    assert words in told(file, contents.encode(), "--as", "factorial")[1]


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
    for study in ("factorial", "approximation", "regime"):
        code, _, errors = forked(["own", str(place), "--as", study])
        assert code == 2 and errors.startswith(f"{place}: This ") and what in errors


def test_a_file_may_be_a_link(file: Path, tmp_path: Path) -> None:
    found = told(file, GRID.encode())[0]
    (tmp_path / "link").symlink_to(file)
    code, said, _ = forked(["own", str(tmp_path / "link")])
    assert code == 0 and said == found.replace(str(file), str(tmp_path / "link"))


def test_the_order_of_rows_and_columns_decides_nothing(file: Path) -> None:
    rows = [line.split(",") for line in TABLE.splitlines()]
    turned = [[row[place] for place in (0, 3, 1, 2)] for row in (rows[0], *rows[:0:-1])]
    other = "\n".join(map(",".join, turned))
    assert told(file, other.encode())[0] == told(file, TABLE.encode())[0]
