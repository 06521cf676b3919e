"""Pictures go into tables and come back."""

import numpy as np

from compsparse.studies.regime.targets.colour_lines import as_lines, from_lines


def test_lines_are_written_pixel_by_pixel_and_read_back() -> None:
    picture = np.zeros((2, 3, 3))
    picture[0, 1] = [1.0, 0.2, 0.0]
    lines = as_lines(picture)
    assert lines == ["#000000#ff3300#000000", "#000000" * 3]
    np.testing.assert_array_equal(from_lines(lines), np.rint(255 * picture).astype(np.uint8))
