from pathlib import Path

import pytest

from compsparse.studies.factorial.structure_search.counted_table import (
    read_counted_table,
)
from workflow_engine.artifacts.errors import ArtifactError

GOOD = "who,a,b\nx,1,2\ny,3,4\n"


def write(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "table.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_counts(tmp_path: Path, encoding: str, ends: str) -> None:
    table = read_counted_table(write(tmp_path, GOOD.replace("\n", ends), encoding))
    assert table.inputs == ("x", "y")
    assert table.outputs == ("a", "b")
    assert table.samples == 10
    assert table.values.tolist() == [[1, 2], [3, 4]]
    assert table.joint.tolist() == [[0.1, 0.2], [0.3, 0.4]]


def test_probabilities_and_names_with_commas(tmp_path: Path) -> None:
    table = read_counted_table(write(tmp_path, '"w",a,b\n"x, 1", 0.1,0.2\n\ny,0.3,4e-1\n'))
    assert table.samples is None
    assert table.inputs == ("x, 1", "y")
    assert table.joint.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "file is empty"),
        ("\n\n", "table is empty"),
        ("who;a;b\nx;1;2\n", "semicolons and no commas"),
        ("who,a\nx,1\ny,2\n", "2 rows and 1 columns"),
        ("who,a,b\nx,1,2\n", "1 rows and 2 columns"),
        ("who,a,b\nx,1,2\ny,3\n", "row 'y' has 2 cells, the first row has 3"),
        ("who,a,b\nx,1,2\ny,3,4,5\n", "row 'y' has 4 cells, the first row has 3"),
        ("who,a,b\nx,1,-2\ny,3,4\n", "row 'x' has '-2' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,many,4\n", "row 'y' has 'many' in the column 'a'"),
        ("who,a,b\nx,1,2\ny,3,nan\n", "row 'y' has 'nan' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,3,inf\n", "row 'y' has 'inf' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,3,\n", "row 'y' has '' in the column 'b'"),
        ("who,a,b\nx,0,0\ny,0,0\n", "row 'x' holds zeros only"),
        ("who,a,b\nx,1,2\ny,0,0\n", "row 'y' holds zeros only"),
        ("who,a,a\nx,1,2\ny,3,4\n", "columns 1 and 2 are both named 'a'"),
        ("who,a,b\nx,1,2\nx,3,4\n", "rows 1 and 2 are both named 'x'"),
        ("who,a,\nx,1,2\ny,3,4\n", "column 2 has no name"),
        ("who,a,b\n,1,2\ny,3,4\n", "row 1 has no name"),
        ("who,a,b\nx,0.5,0.5\ny,0.5,0.5\n", "they sum to 2"),
    ],
)
def test_bad_tables_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ArtifactError) as error:
        read_counted_table(write(tmp_path, text))
    assert message in str(error.value)
    assert "table.csv" in str(error.value)


@pytest.mark.parametrize(("rows", "columns"), [(12, 4), (4, 12), (14, 14)])
def test_a_table_too_large_to_search_is_refused(tmp_path: Path, rows: int, columns: int) -> None:
    header = ",".join(["who", *(f"c{i}" for i in range(columns))])
    lines = [",".join([f"r{i}", *["1"] * columns]) for i in range(rows)]
    with pytest.raises(ArtifactError, match="up to 10 tokens on a side"):
        read_counted_table(write(tmp_path, "\n".join([header, *lines])))


def test_other_bytes_than_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="UTF-8"):
        read_counted_table(write(tmp_path, "who,ä,b\nx,1,2\ny,3,4\n", "latin-1"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"no\.csv: This file does not exist"):
        read_counted_table(tmp_path / "no.csv")
