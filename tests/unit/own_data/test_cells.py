"""One table in all the ways in which programs write text, and what is no table."""

from pathlib import Path

import pytest

from compsparse.own_data.cells import Cells, number, numbers, read_cells, without_row_numbers
from compsparse.own_data.errors import OwnDataError

FILE = Path("mine.csv")
TEXT = "a,b,c\nx,1.5,2\ny,3,4\n"
ROWS = (("x", "1.5", "2"), ("y", "3", "4"))


def read(text: str, encoding: str = "utf-8") -> Cells:
    return read_cells(FILE, text.encode(encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_marks_line_ends_and_encodings(encoding: str, end: str, mark: str) -> None:
    text = TEXT.replace("\n", end).replace(",", mark)
    for whole in (text, text.rstrip(), text.replace(end, end * 2)):
        found = read(whole, encoding)
        assert found.header == ("a", "b", "c") and found.rows == ROWS


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("sep=;\na;b;c\nx;1.5;2\ny;3;4", "a"),
        ("a;b;c\nx;1,5;2\ny;3;4", "a"),
        ('"a", "b", "c"\n "x" ,1.5,2\ny,3,4', "a"),
        ("b,c\nx,1.5,2\ny,3,4", ""),  # R leaves out the name of row names
    ],
)
def test_what_spreadsheets_and_r_write(text: str, header: str) -> None:
    if text.startswith('"a", '):
        text = text.replace('", "', '","').replace(' "x" ,', "x,")
    found = read(text)
    assert found.header == (header, "b", "c") and found.rows == ROWS


def test_the_mark_that_makes_a_table_is_taken() -> None:
    assert read("name;first, last\nx;1\ny;2").header == ("name", "first, last")
    assert read('a,b\n"x;1",2\n"y;2",3').rows == (("x;1", "2"), ("y;2", "3"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2,3\n4,5\n", "Line 2 has 3 cells, the first line has 2 (commas between them)"),
        ("a,b\n", "The table has one line"),
        ("a\n1\n", "its first line has one cell"),
        ('a,b\n"1,2\n', "Look for a quote without its end"),
        ("a,b\0\n1,2\n", "its character 4 is a null"),
        ("a;b\nx;1,234\ny;2,345", "'1,234' may be a decimal one or one of thousands"),
    ],
)
def test_no_table_is_one_sentence(text: str, message: str) -> None:
    with pytest.raises(OwnDataError) as error:
        read(text)
    assert message in str(error.value) and str(error.value).startswith("mine.csv: ")
    assert "snakemake" not in str(error.value) and "audit" not in str(error.value)


def test_other_bytes_than_text_are_refused() -> None:
    with pytest.raises(OwnDataError, match="Byte 0 is no text in UTF-8"):
        read("ä,b\n1,2\n", "latin-1")


def test_numbers_are_those_that_programs_write() -> None:
    assert [number(cell) for cell in ("1", "-2.5e3", "", "1_000", "٣", "x")] == [
        1.0,
        -2500.0,
        *[None] * 4,
    ]
    assert numbers(["True", "FALSE", "true"]) == [1.0, 0.0, 1.0]
    assert numbers(["1", "x"]) is None and numbers(["True", "1"]) is None


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "rownames"])
def test_a_column_that_counts_rows_is_left_out_and_said(name: str) -> None:
    found = without_row_numbers(read(f"{name},b,c\n1,x,5\n0,y,6\n"))
    assert found.header == ("b", "c") and found.rows == (("x", "5"), ("y", "6"))
    assert "numbers the rows" in found.notes[0]


@pytest.mark.parametrize("text", [",b,c\n0,x,5\n2,y,6\n", "n,b,c\n0,x,5\n1,y,6\n"])
def test_other_columns_stay(text: str) -> None:
    assert len(without_row_numbers(read(text)).header) == 3
