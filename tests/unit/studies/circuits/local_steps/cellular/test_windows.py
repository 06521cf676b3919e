"""Windows: nine cells in their bits, and the place of the cell in its block."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.local_steps.cellular.transition import PATTERNS, window_codes

CENTRE = 4  # bit of the cell itself


@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_bits_are_the_neighbours_row_by_row(seed: int, phase: int) -> None:
    random = np.random.default_rng(seed)
    grid = random.integers(2, size=(4, 6)).astype(bool)
    codes = window_codes(grid, phase)
    row, column = int(random.integers(4)), int(random.integers(6))
    bits = [
        grid[(row + down) % 4, (column + right) % 6] for down in (-1, 0, 1) for right in (-1, 0, 1)
    ]
    place = 2 * ((row - phase) % 2) + (column - phase) % 2
    assert codes[row, column] == sum(int(bit) << index for index, bit in enumerate(bits)) + (
        place << 9
    )
    assert codes.max() < PATTERNS
    np.testing.assert_array_equal(codes >> CENTRE & 1, grid)


def test_a_shift_by_a_cell_each_way_is_a_change_of_phase() -> None:
    grids = np.random.default_rng(2).integers(2, size=(5, 6, 4)).astype(bool)
    shifted = np.roll(grids, (1, 1), axis=(-2, -1))
    codes = np.roll(window_codes(grids, 0), (1, 1), axis=(-2, -1))
    np.testing.assert_array_equal(window_codes(shifted, 1), codes)
