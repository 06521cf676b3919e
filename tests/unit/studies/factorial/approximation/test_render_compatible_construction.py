from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from compsparse.studies.factorial.approximation import render_compatible_construction
from tests.unit.studies.drawing import drawn, require_legible, written

COLUMNS = ["input_factors", "output_factors", "parents", "parameters"]
COLUMNS += ["learned_embedding_parameters", "probabilities", "max_abs_error", "rounding_bound"]


def table() -> pd.DataFrame:
    rows = []
    for n, parents, _ in product((6, 12), (1, 2, 3, 4), range(3)):
        states, width = 2 * 2**parents, min(2**parents, 8) * 2
        parameters = 4 * n * n + (2 * n + 65) * states
        learned = width * (2**n + 64)
        rows.append((f"2^{n}", "8^2", parents, parameters, learned, 64 * 2**n, 2e-13, 1e-10))
    return pd.DataFrame(rows, columns=COLUMNS)


def test_the_largest_space_is_shown(tmp_path: Path) -> None:
    figure = drawn(render_compatible_construction.run, table(), tmp_path)
    require_legible(figure)
    lines = {line.get_ydata()[0]: line for line in figure.axes[0].lines}
    # N M, AC (N + M), d Σp + (Σp + 1 + M) Σ|pa| at one parent
    assert set(lines) == {262144, 4 * (4096 + 64), 576 + 89 * 4}
    shown = table()[lambda rows: rows["input_factors"] == "2^12"].groupby("parents").first()
    for name in ("probabilities", "learned_embedding_parameters", "parameters"):
        line = lines[shown[name].iloc[0]]
        assert line.get_xdata().tolist() == [1, 2, 3, 4]
        assert line.get_ydata().tolist() == shown[name].tolist()
    assert "24 graphs of 2 spaces" in written(figure)
    assert "0.002 of its rounding bound" in written(figure)


def test_missing_column_is_named(tmp_path: Path) -> None:
    for column in render_compatible_construction.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_compatible_construction.run, table().drop(columns=column), tmp_path)
