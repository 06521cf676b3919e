from pathlib import Path
from typing import Any

import pandas as pd

from compsparse.studies.factorial.structure_search import (
    evaluate_rank_counterexample as evaluate_rank_counterexample,
)
from compsparse.studies.factorial.structure_search import render_rank_counterexample
from tests.unit.studies.drawing import drawn, require_legible, written


def counterexamples() -> pd.DataFrame:
    params = {
        "root_seed": 1,
        "factors": [[2, 2]],
        "dimensions": [1, 2],
        "concentration": 1.0,
        "runs": 3,
        "tolerance": 1e-12,
    }
    outputs: Any = evaluate_rank_counterexample.run({}, **params)
    return outputs["table"]


def test_both_kinds_of_tables_and_what_fits(tmp_path: Path) -> None:
    table = counterexamples()
    figure = drawn(render_rank_counterexample.run, table, tmp_path, {"tolerance": 1e-12})
    (panel,) = figure.axes
    few, planted = (
        line.get_xydata()
        for line in panel.lines
        if line.get_marker() == "o" and len(line.get_xdata())
    )
    for kind, points in (("few_vectors", few), ("planted", planted)):
        rows = table[table["kind"] == kind]
        # spread by less than half a rank, so that a point is nearest to its own
        assert points[:, 0].round().tolist() == rows["measured_rank"].tolist()
        assert points[:, 1].tolist() == rows["smallest_divergence"].tolist()
    assert (len(few), len(planted)) == (6, 3)
    assert few[:, 1].min() > 1e-12 > planted[:, 1].max()
    assert "166" in written(figure)
    require_legible(figure)
