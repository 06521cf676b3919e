"""Values and tables come back exactly; what text cannot hold is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import encode as encode_json
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.artifacts.tables import encode as encode_table
from workflow_engine.artifacts.tables import read_table

text = st.text(st.characters(codec="utf-8"), max_size=5)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for files."""
    return tmp_path_factory.mktemp("text")


@given(values)
def test_json_values_come_back(folder: Path, value: Any) -> None:
    path = folder / "a.json"
    path.write_bytes(encode_json(path, value))
    assert repr(read_json(path)) == repr(value)


def test_json_is_written_one_entry_a_line_in_the_order_given(folder: Path) -> None:
    assert encode_json(folder / "a.json", {"b": [1], "a": "ü"}).decode() == (
        '{\n  "b": [\n    1\n  ],\n  "a": "ü"\n}\n'
    )


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (float("nan"), "top level is"),
        ({"a": {"b": [1.0, float("inf")]}}, "top level / a / b / 1 is"),
        ([{"x": 1.0}, {"x": -float("inf")}], "top level / 1 / x is"),
        ({"a": np.float64("nan")}, "top level / a is"),
        ({"a": (1.0, float("nan"))}, "an unknown place is"),
    ],
)
def test_a_number_that_is_not_finite_is_named_by_its_place(
    folder: Path, value: Any, place: str
) -> None:
    with pytest.raises(ArtifactError, match=f"The value at {place} not finite"):
        encode_json(folder / "a.json", value)


@pytest.mark.parametrize("value", [np.zeros(2), np.int64(3), {"a": Path("x")}, {(1, 2): 3}])
def test_what_json_does_not_know_is_refused(folder: Path, value: Any) -> None:
    with pytest.raises(ArtifactError, match="This is not a JSON value"):
        encode_json(folder / "a.json", value)


@pytest.mark.parametrize("content", [b"{'a': 1}", b"{", b"1 2", b"\xff", b'"\xe9"', b"nan"])
def test_what_is_not_json_is_refused(folder: Path, content: bytes) -> None:
    (folder / "a.json").write_bytes(content)
    with pytest.raises(ArtifactError, match="This is not readable JSON"):
        read_json(folder / "a.json")


def again(folder: Path, table: pd.DataFrame) -> pd.DataFrame:
    """Write and read a table."""
    path = folder / "a.csv"
    path.write_bytes(encode_table(path, table))
    return read_table(path)


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=20))
@example([5e-324, 1.7976931348623157e308, -0.0, 0.1 + 0.2, 1 / 3, 2.5e-310, float("inf")])
def test_floats_come_back_to_the_last_bit(folder: Path, numbers: list[float]) -> None:
    column = np.array(numbers)
    # a second column keeps pandas from taking whole numbers for integers
    found = again(folder, pd.DataFrame({"x": column, "n": range(len(column))}))["x"]
    assert found.to_numpy(dtype=np.float64).tobytes() == column.tobytes()


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=5))
def test_integers_come_back(folder: Path, numbers: list[int]) -> None:
    assert again(folder, pd.DataFrame({"n": numbers}))["n"].tolist() == numbers


@pytest.mark.parametrize(
    "words",
    [
        ["a", "b,c"],
        ['say "yes"', "two\nlines"],
        ["NA", "None"],
        ["nan", "null"],
        ["2^12", "4096x"],
        ["ü", " space "],
        ["#", "a;b"],
    ],
)
def test_text_comes_back(folder: Path, words: list[str]) -> None:
    assert again(folder, pd.DataFrame({"t": words}))["t"].tolist() == words


def test_missing_numbers_come_back_missing(folder: Path) -> None:
    table = pd.DataFrame({"x": [0.5, float("nan")], "t": ["a", "b"], "b": [True, False]})
    pd.testing.assert_frame_equal(again(folder, table), table)


def test_tables_have_a_header_and_no_index(folder: Path) -> None:
    table = pd.DataFrame({"a": [1, 2], "b": [0.1, 1e-05]}, index=[7, 8])
    assert encode_table(folder / "a.csv", table) == b"a,b\n1,0.1\n2,1e-05\n"


@pytest.mark.parametrize("content", [pd.DataFrame(), pd.DataFrame({"a": []}), {"a": [1]}, [[1]]])
def test_what_is_no_table_with_rows_is_refused(folder: Path, content: object) -> None:
    with pytest.raises(ArtifactError, match="needs a non-empty DataFrame"):
        encode_table(folder / "a.csv", content)


@pytest.mark.parametrize("content", [b"\n", b"a,b\n1,2,3\n1,2,3,4\n", b"a\n\xff\n", b'a\n"1\n'])
def test_what_is_no_table_is_refused(folder: Path, content: bytes) -> None:
    (folder / "a.csv").write_bytes(content)
    with pytest.raises(ArtifactError, match=r"This is not a readable \.csv table"):
        read_table(folder / "a.csv")
