"""First crossings of a level."""

import numpy as np

from compsparse.studies.emergence.crossings import first_crossing


def test_crossings_are_linear_between_steps_and_missing_where_there_are_none() -> None:
    time = np.array([0.0, 1.0, 3.0, 4.0])
    values = np.array([[0.0, 0.9, 0.0], [0.2, 1.0, 0.1], [0.8, 0.1, 0.2], [0.1, 0.1, 0.3]])
    np.testing.assert_allclose(first_crossing(time, values, 0.5), [2.0, 0.0, np.nan])
