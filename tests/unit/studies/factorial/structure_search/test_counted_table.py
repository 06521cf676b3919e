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
        ("\n\n", "its first line has one cell"),
        ("who,a\nx,1\ny,2\n", "2 rows and 1 columns"),
        ("who,a,b\nx,1,2\n", "1 rows and 2 columns"),
        ("who,a,b\nx,1,2\ny,3\n", "Line 3 has 2 cells, the first line has 3"),
        ("who,a,b\nx,1,-2\ny,3,4\n", "row 'x' has '-2' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,many,4\n", "row 'y' has 'many' in the column 'a'"),
        ("who,a,b\nx,1,2\ny,3,nan\n", "row 'y' has 'nan' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,3,inf\n", "row 'y' has 'inf' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,3,\n", "row 'y' has '' in the column 'b'"),
        ("who,a,b\nx,1,2\ny,3,4 %\n", "Percentages are no counts"),
        ("who,a,b\nx,0,0\ny,0,0\n", "row 'x' holds zeros only"),
        ("who,a,b\nx,1,2\ny,0,0\n", "row 'y' holds zeros only"),
        ("who,a,a\nx,1,2\ny,3,4\n", "columns 1 and 2 are both named 'a'"),
        ("who,a,b\nx,1,2\nx,3,4\n", "rows 1 and 2 are both named 'x'"),
        ("who,a,\nx,1,2\ny,3,4\n", "column 2 has no name"),
        ("who,a,b\n,1,2\ny,3,4\n", "row 1 has no name"),
        ("who,a,b\nx,0.4,0.5\ny,0.5,0.5\n", "they sum to 1.9"),
        ("who,what\nx,a\ny,b\nx,b\n", "no counts. Count how often each combination occurs"),
    ],
)
def test_bad_tables_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ArtifactError) as error:
        read_counted_table(write(tmp_path, text))
    assert message in str(error.value)
    assert "table.csv" in str(error.value)


LONG = "who,what,n\nx,a,1\nx,b,2\ny,a,3\ny,b,4\n"


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        LONG.replace(",", ";"),
        LONG.replace(",", "\t").rstrip(),
        "who,what,n\ny,b,4\nx,b,2\ny,a,3\nx,a,1",
        ",who,what,n\n0,x,a,1\n1,x,b,2\n2,y,a,3\n3,y,b,4\n",
        "who,a,b\nx,1,2\ny,3,4",
        ",who,a,b\n0,x,1,2\n1,y,3,4\n",
        '"a","b"\n"x",1,2\n"y",3,4\n',
        "who,a,b\nx,1.0,2.0\ny,3.0,4.0\n",
    ],
)
def test_one_table_in_all_its_forms(tmp_path: Path, text: str) -> None:
    table = read_counted_table(write(tmp_path, text)).sorted_by_name()
    assert (table.inputs, table.outputs, table.samples) == (("x", "y"), ("a", "b"), 10)
    assert table.values.tolist() == [[1, 2], [3, 4]]


def test_numbers_may_be_names_where_each_comes_twice(tmp_path: Path) -> None:
    text = "age,year,n\n1,2001,5\n1,2002,6\n2,2001,7\n2,2002,8\n"
    table = read_counted_table(write(tmp_path, text))
    assert (table.inputs, table.outputs) == (("1", "2"), ("2001", "2002"))


def test_combinations_that_are_not_in_the_file_count_nothing(tmp_path: Path) -> None:
    table = read_counted_table(write(tmp_path, "who,what,n\nx,a,1\nx,b,2\ny,b,4\n"))
    assert table.values.tolist() == [[1, 2], [0, 4]]
    assert "the 1 that are not in the file count 0" in table.notes[0]


def test_two_columns_of_names_are_one_name(tmp_path: Path) -> None:
    text = "hair,sex,blue,brown\nBlack,F,9,36\nBlack,M,11,32\nRed,F,7,16\nRed,M,10,10\n"
    table = read_counted_table(write(tmp_path, text))
    assert table.inputs == ("Black F", "Black M", "Red F", "Red M")
    assert table.samples == 131


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("who,a,b\nx,1,2\ny,3,5\nall,4,7\n", "row 'all' is the sum of all others"),
        ("who,a,b,n\nx,1,2,3\ny,3,5,8\n", "column 'n' is the sum of all others"),
        ("who,n,a,b\nx,.3,.1,.2\ny,.7,.3,.4\n", "column 'n' is the sum of all others"),
        ("who,a,b\nx,40,60\ny,33,66\n", "Every row sums to 100 or nearly so"),
        ("who,a,b\nx,40.5,59.4\ny,33,67\n", "Every row sums to 100 or nearly so"),
        ("who,a,b\nx,40,70\ny,60,30\n", "Every column sums to 100 or nearly so"),
        ("who,a,b\nx,10.5,20\ny,30.5,39\n", "All cells sum to 100"),
        ("who,a,b\nx,.4,.6\ny,.1,.9\n", "Every row sums to 1: these are conditional"),
    ],
)
def test_what_looks_like_something_else_is_refused_unless_one_insists(
    tmp_path: Path, text: str, message: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ArtifactError, match=message):
        read_counted_table(path)
    if "." not in text:
        assert read_counted_table(path, as_is=True).samples
        return
    with pytest.raises(ArtifactError, match="these are no counts"):  # either way
        read_counted_table(path, as_is=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("who,a,b\nx,400,600\ny,333,667\n", ["every row sums to 1,000"]),
        ("who,a,b\nx,400,600\ny,333,668\n", []),
        ("who,a,b\nx,10,20\ny,30,40\n", ["all cells sum to 100"]),
    ],
)
def test_round_sums_are_a_warning(tmp_path: Path, text: str, words: list[str]) -> None:
    notes = read_counted_table(write(tmp_path, text)).notes
    assert len(notes) == len(words) and all(map(str.startswith, notes, words))


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
