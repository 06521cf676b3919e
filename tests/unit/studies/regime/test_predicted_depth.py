"""The line from complexity to depth."""

import numpy as np
import pytest

from compsparse.studies.regime.depth.evaluate_predictor import (
    Artifact,
    Line,
)

ARTIFACTS = [
    Artifact(complexity=0.2129, depth=12, name="skull"),
    Artifact(complexity=0.2232, depth=16, name="butterfly"),
    Artifact(complexity=0.2494, depth=33, name="apple"),
]


def test_the_documents_line_is_that_of_least_squares() -> None:
    line = Line.through_artifacts(ARTIFACTS)
    slope, intercept = np.polyfit([0.2129, 0.2232, 0.2494], [12, 16, 33], 1)
    assert (line.slope, line.intercept) == pytest.approx((slope, intercept))
    depths = [line.depth(artifact.complexity) for artifact in ARTIFACTS]
    assert depths == pytest.approx([11.1, 17.2, 32.7], abs=0.05)


def test_a_line_needs_two_complexities() -> None:
    with pytest.raises(ValueError, match=r"All 2 pictures have one complexity, 0.3"):
        Line.through(np.array([0.3, 0.3]), np.array([4.0, 8.0]))
