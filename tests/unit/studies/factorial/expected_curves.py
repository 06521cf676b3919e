"""What a line of a figure must show of a table."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.lines import Line2D


def require_curve(line: Line2D, rows: pd.DataFrame, point: str, value: str = "loss") -> None:
    """Fail where a line is not the geometric mean over replicates at every point of the rows."""
    means = np.log(rows[value]).groupby(rows[point]).mean()
    assert np.asarray(line.get_xdata()) == pytest.approx(means.index.to_numpy())
    assert np.asarray(line.get_ydata()) == pytest.approx(np.exp(means).to_numpy())
