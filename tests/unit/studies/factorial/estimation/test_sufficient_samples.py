import numpy as np
import pytest

from compsparse.studies.factorial.estimation.expected_total_variation import (
    expected_total_variation,
    mean_absolute_deviation,
)
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


@pytest.mark.parametrize("arguments", [(0, 0.1, 0.1), (4, 0.0, 0.1), (4, 1.0, 0.1), (4, 0.1, 1.0)])
def test_arguments_out_of_range(arguments: tuple[int, float, float]) -> None:
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        sufficient_samples(*arguments)


def test_expectations_refuse_what_is_no_law() -> None:
    with pytest.raises(ValueError, match="samples is 0"):
        expected_total_variation(0, np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match=r"outside \[0, 1\]"):
        mean_absolute_deviation(3, np.array([1.5, -0.5]))
