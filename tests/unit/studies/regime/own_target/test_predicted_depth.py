"""The line through the documents' pictures, and its ends."""

import pytest

from compsparse.studies.regime.own_target.predicted_depth import (
    DOCUMENTED,
    line_depth,
    predicted_depth,
)


def test_the_line_is_that_of_least_squares() -> None:
    left = [line_depth(complexity) - depth for complexity, depth in DOCUMENTED]
    assert sum(left) == pytest.approx(0.0, abs=1e-9)
    products = (miss * at for miss, (at, _) in zip(left, DOCUMENTED, strict=True))
    assert sum(products) == pytest.approx(0.0, abs=1e-9)
    assert max(map(abs, left)) < 2


@pytest.mark.parametrize(
    ("complexity", "depth"), [(0.0, 4), (0.2, 4), (0.2129, 11), (0.218, 14), (0.23, 16), (0.9, 16)]
)
def test_depths_are_whole_and_cut(complexity: float, depth: int) -> None:
    assert predicted_depth(complexity) == depth
