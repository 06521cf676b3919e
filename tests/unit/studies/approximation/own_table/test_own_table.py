"""A planted tree is found in a table, in any order of its variables; bad tables are named."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation

from compsparse.studies.approximation.__main__ import main
from compsparse.studies.approximation.own_table.best_wiring import best_wiring, splits
from compsparse.studies.approximation.own_table.draw_wiring import draw_wiring
from compsparse.studies.approximation.own_table.read_values import read_values
from compsparse.studies.approximation.own_table.report import written
from compsparse.studies.approximation.target.constituent import Constituent
from tests.unit.studies.approximation.planted import shared
from tests.unit.studies.drawing import require_legible
from tests.unit.studies.drawing import written as all_written
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError

PAIR = Constituent((1.2, 0.9), 0.7, 0.3)


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
        found = written(best_wiring(table(order), 0.05), list("abcd"))
        assert [part for part in found if part.isalpha()] == [
            part for part in wanted if part.isalpha()
        ]
    eight = best_wiring(table((0, 4, 1, 5, 2, 6, 3, 7)), 0.01)
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
    names, found = read_values(path)
    assert names == ["a", "b", "c", "d"]
    np.testing.assert_allclose(found, values)


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
    found, tree = splits(values, 0.01), best_wiring(values, 0.01)
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


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.ones((3, 3)), "variance is 0"),
        (np.array([[1.0, np.nan], [0.0, 1.0]]), "not finite"),
        (np.zeros((2, 2, 2)), "has 3 variables"),
        (np.zeros((2, 2), dtype=np.complex128), "type complex128"),
    ],
)
def test_bad_arrays_are_named(tmp_path: Path, values: np.ndarray, said: str) -> None:
    path = tmp_path / "table.npz"
    np.savez(path, values=values)
    with pytest.raises(ArtifactError, match=said):
        read_values(path)


def test_bad_csvs_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.csv"
    for text, said in (
        ("a,b,v\n0,0,1\n0,1,2\n1,0,3\n", "has 3 rows; its variables have 2 x 2 places"),
        ("a,b,v\n0,0,1\n0,1,2\n1,0,3\n1,0,4\n", "a place twice"),
        ("a,v\n0,1\n1,2\n", "has 2 columns"),
        ("a,b,v\n0,0,x\n0,1,y\n1,0,z\n1,1,w\n", "words in its last column"),
    ):
        path.write_text(text)
        assert main([str(path)]) == 2
        assert said in capsys.readouterr().err
    assert main([str(tmp_path / "table.txt")]) == 2
