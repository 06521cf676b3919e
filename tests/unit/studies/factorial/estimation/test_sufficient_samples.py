import pytest

from compsparse.studies.factorial.estimation.sufficient_samples import (
    deviation_allowance,
    expectation_bound,
    sufficient_samples,
)


def test_known_values() -> None:
    assert sufficient_samples(1024, 0.1, 0.01) == 102_400  # cells decide
    assert sufficient_samples(4, 0.1, 0.01) == 1060  # 200 ln 200 = 1059.66


@pytest.mark.parametrize("cells", [2, 16, 300])
@pytest.mark.parametrize("error", [0.3, 0.05])
@pytest.mark.parametrize("delta", [0.5, 1e-3, 1e-9])
def test_the_two_parts_of_the_proof_add_up_to_the_error(
    cells: int, error: float, delta: float
) -> None:
    samples = sufficient_samples(cells, error, delta)
    assert expectation_bound(cells, samples) + deviation_allowance(samples, delta) <= error
