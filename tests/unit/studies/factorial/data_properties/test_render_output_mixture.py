from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_properties import render_output_mixture
from tests.unit.studies.drawing import drawn, require_legible, written


def table() -> pd.DataFrame:
    random = np.random.default_rng(0)
    shared = np.repeat([0, 1, 2, 3], [9, 6, 8, 4])
    return pd.DataFrame(
        {
            "graph": np.arange(27),
            "shared_parents": shared,
            "components": 2 ** random.integers(2, 7, 27),
            "mixture_total_correlation": 0.1 * shared * random.random(27),
            "largest_component_total_correlation": 1e-16 * random.random(27),
        }
    )


def test_every_graph_has_two_points(tmp_path: Path) -> None:
    rows = table()
    figure = drawn(render_output_mixture.run, rows, tmp_path)
    require_legible(figure)
    dots = [np.array(line.get_xydata()) for line in figure.axes[0].lines]
    component, mixture = (points for points in dots if len(points))
    assert sorted(mixture[:, 1]) == pytest.approx(sorted(rows["mixture_total_correlation"]))
    largest = rows["largest_component_total_correlation"]
    assert sorted(component[:, 1]) == pytest.approx(sorted(largest), abs=0)
    assert component[:, 0].tolist() == mixture[:, 0].tolist()
    # points stay nearest to their own count
    assert sorted(np.round(mixture[:, 0])) == rows["shared_parents"].tolist()
    assert "27 graphs" in written(figure)


def test_missing_column_is_named(tmp_path: Path) -> None:
    for column in render_output_mixture.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_output_mixture.run, table().drop(columns=column), tmp_path)
