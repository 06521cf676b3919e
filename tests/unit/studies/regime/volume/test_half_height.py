"""The depths of a peak, on curves whose half height is plain."""

import numpy as np
import pytest

from compsparse.studies.regime.volume.random_wiring import half_height_depths, half_height_width


@pytest.mark.parametrize(
    ("ratios", "depths"),
    [
        ([0.0, 1.0, 0.0], [2]),
        ([0.4, 0.5, 1.0, 0.6, 0.49], [2, 3, 4]),  # half itself belongs to the peak
        ([1.0, 0.7, 0.3, 0.9], [1, 2]),  # a second hill is another peak
        ([0.9, 0.3, 0.6, 1.0], [3, 4]),
        ([0.3, 0.3], [1, 2]),
    ],
)
def test_a_peak_is_what_hangs_together_above_its_half(
    ratios: list[float], depths: list[int]
) -> None:
    found = half_height_depths(np.array(ratios))
    assert (np.flatnonzero(found) + 1).tolist() == depths
    assert half_height_width(np.array(ratios)) == len(depths)


def test_no_ratio_no_peak() -> None:
    with pytest.raises(ValueError, match="largest of 4 ratios is 0"):
        half_height_width(np.zeros(4))
