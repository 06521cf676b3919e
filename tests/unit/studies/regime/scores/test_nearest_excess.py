"""Networks beyond the references are held against the nearest of them."""

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.scores.excess import with_nearest_excess


def test_planted_excess_within_and_beyond_the_null() -> None:
    errors = np.tile(np.geomspace(1e-3, 1e-1, 5), 2)
    references = pd.DataFrame(
        {
            "target": "face",
            "kind": "stopped",
            "run": np.repeat([0, 1], 5),
            "error": errors,
            "alignment": 0.5 + 0.1 * np.log10(errors / 1e-2),
        }
    )
    networks = pd.DataFrame(
        {"target": "face", "error": [1e-2, 1e-5, 1.0], "alignment": [0.7, 0.7, 0.7]}
    )
    found = with_nearest_excess(networks, references, ["target"])
    assert found["beyond"].to_numpy() == pytest.approx([0, -2, 1])
    # the null is 0.5 in the middle, 0.4 at its best error and 0.6 at its worst
    assert found["excess_alignment"].to_numpy() == pytest.approx([0.2, 0.3, 0.1])
