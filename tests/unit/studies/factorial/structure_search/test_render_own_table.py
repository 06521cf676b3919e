from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.structure_search import evaluate_own_table as evaluate_own_table
from compsparse.studies.factorial.structure_search import render_own_table
from tests.unit.studies.drawing import drawn, require_legible, written

COUNTS = """who,old p,old q,new p,new q
small A,60,10,20,30
large A,66,9,18,27
small B,10,60,30,20
large B,9,66,27,18
"""
UNRELATED = "year,1,01,1.0\n2019,50,3,9\n2020,4,70,11\n2021,30,30,90\n"


def searched(folder: Path, text: str) -> pd.DataFrame:
    path = folder / "own.csv"
    path.write_text(text)
    outputs: Any = evaluate_own_table.run(
        {"counted_table": path}, root_seed=0, tolerance=1e-6, redraws=39, planted=None
    )
    return outputs["table"]


def test_own_table_is_drawn_in_the_order_found(tmp_path: Path) -> None:
    table = searched(tmp_path, COUNTS)
    figure = drawn(render_own_table.run, table, tmp_path)
    cells = figure.axes[0]
    rows = [label.get_text() for label in cells.get_yticklabels()]
    columns = [label.get_text() for label in cells.get_xticklabels()]
    assert [name[-1] for name in rows] in (list("AABB"), list("BBAA"), list("ABAB"), list("BABA"))
    assert set(columns) == {"old p", "old q", "new p", "new q"}
    shares = np.asarray(cells.images[0].get_array())
    assert shares.sum(1).tolist() == pytest.approx([1] * 4)
    counted = table[table["part"] == "cell"].pivot(index="input", columns="output", values="amount")
    ordered = counted.loc[rows, columns]
    assert shares == pytest.approx(ordered.div(ordered.sum(axis=1), axis=0).to_numpy())
    graph, candidates = figure.axes[1:]
    assert len(graph.lines) == (table["part"] == "edge").sum() == 2
    found = table[table["part"] == "candidate"]
    least = found.groupby("statistical_complexity")["divergence"].min()
    points, chosen = (collection.get_offsets().data for collection in candidates.collections)
    assert points == pytest.approx(np.array([least.index, least]).T)
    best = found[found["chosen"] == 1][["statistical_complexity", "divergence"]]
    assert chosen == pytest.approx(best.to_numpy(dtype=np.float64))
    assert "SC 8 of 16" in figure.get_suptitle()
    assert "170" in written(figure)
    require_legible(figure)


def test_a_table_without_structure_is_drawn_as_it_is(tmp_path: Path) -> None:
    figure = drawn(render_own_table.run, searched(tmp_path, UNRELATED), tmp_path)
    rows = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert rows == ["2019", "2020", "2021"]
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["1", "01", "1.0"]
    assert figure.get_suptitle() == "No structure found in this table"
    require_legible(figure)


def test_long_names_are_shortened_in_the_middle(tmp_path: Path) -> None:
    long = COUNTS.replace("small", "small but not so very small")
    figure = drawn(render_own_table.run, searched(tmp_path, long), tmp_path)
    rows = {label.get_text() for label in figure.axes[0].get_yticklabels()}
    assert {"small bu…y small A", "small bu…y small B"} <= rows
    require_legible(figure)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'divergence' is missing"):
        drawn(render_own_table.run, searched(tmp_path, COUNTS).drop(columns="divergence"), tmp_path)
