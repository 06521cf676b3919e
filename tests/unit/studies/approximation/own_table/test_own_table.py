"""A planted tree is found in a table, in any order of its variables; bad tables are named."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation

from compsparse.studies.approximation.__main__ import main
from compsparse.studies.approximation.own_table.best_wiring import (
    Node,
    best_wiring,
    halves,
    number_of_splits,
    splits,
)
from compsparse.studies.approximation.own_table.draw_wiring import draw_wiring
from compsparse.studies.approximation.own_table.read_values import read_values
from compsparse.studies.approximation.own_table.report import describe, written
from compsparse.studies.approximation.target.tree import Constituent
from tests.unit.studies.approximation.planted import shared
from tests.unit.studies.drawing import require_legible
from tests.unit.studies.drawing import written as all_written
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError

PAIR = Constituent((1.2, 0.9), 0.7, 0.3)


def wiring(values: np.ndarray, error: float) -> Node:
    return best_wiring(values, error, splits(values, error))


def table(order: tuple[int, ...], places: int = 3) -> np.ndarray:
    axis = np.linspace(0.1, 0.9, places)
    points = np.stack(np.meshgrid(*[axis] * len(order), indexing="ij"), axis=-1)
    return shared(PAIR, len(order))(points[..., list(order)])


def stored(folder: Path, values: np.ndarray, name: str = "table.npz") -> Path:
    path = folder / name
    path.write_bytes(encode(path, {"values": values}))
    return path


def test_the_tree_is_found_whatever_the_order_of_variables() -> None:
    for order, wanted in (
        ((0, 1, 2, 3), "((a b):1 (c d):1)"),
        ((0, 2, 1, 3), "((a c):1 (b d):1)"),
        ((3, 0, 1, 2), "((a d):1 (b c):1)"),
    ):
        found = written(wiring(table(order), 0.05), list("abcd"))
        assert [part for part in found if part.isalpha()] == [
            part for part in wanted if part.isalpha()
        ]
    eight = wiring(table((0, 4, 1, 5, 2, 6, 3, 7)), 0.01)
    assert eight.parts is not None
    assert [part.variables for part in eight.parts] == [(0, 1, 4, 5), (2, 3, 6, 7)]


def test_splits_are_sorted_and_all_there() -> None:
    found = splits(table((0, 1, 2, 3), 5), 0.01)
    assert found[0][0] == (0, 1)
    assert len(found) == 3
    assert found[0][1] < found[1][1] <= found[2][1]


def test_a_csv_in_any_order_is_the_same_table(tmp_path: Path) -> None:
    values = table((0, 1, 2, 3))
    rows = [(*place, values[place]) for place in np.ndindex(*values.shape)]
    frame = pd.DataFrame(rows, columns=["a", "b", "c", "d", "value"])
    path = tmp_path / "table.csv"
    frame.sample(frac=1, random_state=1).to_csv(path, index=False)
    grid = read_values(path)
    assert grid.names == ["a", "b", "c", "d"]
    np.testing.assert_allclose(grid.values / grid.values.max(), values / values.max())


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "picture.png"
    path = stored(tmp_path, table((0, 2, 1, 3), 5))
    assert main([str(path), "--figure", str(picture)]) == 0
    said = capsys.readouterr().out
    assert "best wiring: ((x1 x3):2 (x2 x4):2)" in said
    assert "in the best of 3 splits" in said
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_picture_shows_the_tree_and_all_splits() -> None:
    values = table((0, 2, 1, 3), 5)
    found, tree = splits(values, 0.01), wiring(values, 0.01)
    figure = draw_wiring(["a", "b", "c", "d"], 0.01, found, tree)
    require_legible(figure)
    said = all_written(figure)
    assert "The best of 3 splits needs 2 channels" in said
    left, right = figure.axes
    leaves = sorted(
        (text.xy[0], text.get_text())
        for text in left.texts
        if isinstance(text, Annotation) and text.get_text() in "abcd"
    )
    assert [name for _, name in leaves] == ["a", "c", "b", "d"]
    assert np.array_equal(right.lines[0].get_ydata(), [number for _, number in found])


def test_any_number_of_variables_is_split_in_halves() -> None:
    assert [len(list(halves(range(n)))) for n in range(2, 9)] == [1, 3, 3, 10, 10, 35, 35]
    assert [number_of_splits(n) for n in range(2, 9)] == [1, 3, 3, 10, 10, 35, 35]
    three = table((0, 1, 2, 3), 4)[..., 0]
    tree = wiring(three, 0.01)
    assert tree.parts is not None and tree.parts[0].variables == (2,)  # a and b are one constituent


@pytest.mark.parametrize("power", [-200, -1, 1, 200])
def test_the_unit_of_the_values_decides_nothing(tmp_path: Path, power: int) -> None:
    values = table((0, 2, 1, 3), 4)
    said = []
    for scale in (1.0, 10.0**power):
        grid = read_values(stored(tmp_path, values * scale))
        found = splits(grid.values, 0.01)
        said.append(describe(grid.names, grid.values, 0.01, found, wiring(grid.values, 0.01)))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.ones((3, 3)), "variance is 0"),
        (np.full((3, 3), 0.1) + 1e-17 * np.arange(9).reshape(3, 3), "variance is 0"),
        (np.array([[1.0, np.nan], [0.0, 1.0]]), "place x1 1, x2 2 is not a finite"),
        (np.arange(4.0), "has 1 variables"),
        (np.zeros((2,) * 17), "has 17 variables"),
        (np.zeros((2, 2), dtype=np.complex128), "type complex128"),
    ],
)
def test_bad_arrays_are_named(tmp_path: Path, values: np.ndarray, said: str) -> None:
    path = tmp_path / "table.npz"
    np.savez(path, values=values)
    with pytest.raises(ArtifactError, match=said):
        read_values(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b,v\n0,0,1\n0,1,2\n1,0,3\n", "no value at a = 1, b = 1: 3 lines, a grid of 2 x 2"),
        ("a,b,v\n0,0,1\n0,1,2\n1,0,3\n1,0,4\n", "no value at a = 1, b = 1"),
        ("a,v\n0,1\n1,2\n", "has 1 variables"),
        ("a,b,v\n0,0,x\n0,1,y\n1,0,z\n1,1,w\n", "Line 2 has 'x' in the last column, 'v'"),
        ("a,,v\n0,5,1\n0,7,2\n1,5,3\n1,7,5\n", "Column 2 has no name"),
        ("a,a,v\n0,5,1\n0,7,2\n1,5,3\n1,7,5\n", "Two columns are named 'a'"),
        ("a,b,v\n0,0,1\n0,1,inf\n1,0,3\n1,1,5\n", "place a 1, b 2 is not a finite number"),
    ],
)
def test_bad_texts_are_named(
    tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    assert main([str(path)]) == 2
    message = capsys.readouterr().err
    assert said in message and "audit" not in message and "snakemake" not in message


def test_places_that_differ_by_rounding_are_one(tmp_path: Path) -> None:
    added, rows = 0.0, []
    for number in range(8):
        rows += [f"{0.1 * number!r},0,{number}", f"{added!r},1,{number * number}"]
        added += 0.1
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["x,y,f", *rows]))
    grid = read_values(path)
    assert grid.values.shape == (8, 2)
    assert "are one place, as all that differ by rounding alone" in grid.notes[0]


def test_near_places_that_are_not_rounding_stay_apart(tmp_path: Path) -> None:
    places = [1e-15, 1e-8, 1.0, 1.0000001]
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["x,y,f", *(f"{x!r},{y},{x + y}" for x in places for y in (0, 1))]))
    assert read_values(path).values.shape == (4, 2)


def test_replicates_are_averaged_and_said(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("x,y,f\n0,0,1\n0,0,3\n0,1,4\n1,0,8\n1,1,2\n1,1,2\n")
    grid = read_values(path)
    np.testing.assert_allclose(grid.values / grid.values[1, 1], [[1, 2], [4, 1]])
    assert grid.notes == ("1 to 2 values at each place, which are averaged",)


def test_truth_tables_words_and_constant_columns(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    rows = [f"{a},{b},7,{a and b == 'hot'}" for a in (True, False) for b in ("hot", "cold")]
    path.write_text("\n".join(["a,b,c,f", *rows]))
    grid = read_values(path)
    assert grid.names == ["a", "b"] and grid.values.tolist() == [[0, 0], [0, 1]]
    assert grid.notes == ("c: the same in every line, and left out",)
