"""The least loss over widths at equal compute."""

import numpy as np
import pytest

from compsparse.studies.emergence.width.compute_envelope import (
    by_compute,
    compute_exponents,
    scaling_window,
)

TIME = np.geomspace(0.01, 1e5, 400)
WIDTHS = [2**power for power in range(1, 11)]


def planted(exponent: float, widths: list[int], runs: int = 2) -> list[np.ndarray]:
    fall = np.minimum(TIME ** ((1 - 2 * exponent) / exponent), 1.0)
    return [np.tile(np.maximum(fall, m ** (1 - 2 * exponent)), (runs, 1)) for m in widths]


@pytest.mark.parametrize("exponent", [0.75, 1.0, 1.25])
def test_the_exponents_are_those_of_the_derivation(exponent: float) -> None:
    losses = planted(exponent, WIDTHS)
    found = compute_exponents(by_compute([TIME] * len(WIDTHS), losses, WIDTHS))
    assert found.shape == (2, 2)
    np.testing.assert_allclose(found[:, 0], (1 - 2 * exponent) / (1 + exponent), rtol=0.05)
    np.testing.assert_allclose(found[:, 1], 1 / (1 + exponent), rtol=0.05)


def test_the_window_leaves_out_where_an_end_of_the_widths_is_best() -> None:
    curves = by_compute([TIME] * 4, planted(1.0, [2, 4, 8, 16]), [2, 4, 8, 16])
    best = curves.loss[0].argmin(axis=0)
    window = scaling_window(curves)
    assert set(best[window]) == {1, 2}
    assert set(best[~window]) == {0, 3}


def test_a_sweep_in_which_the_narrowest_is_always_best_has_no_window() -> None:
    losses = [np.minimum(1.0, 1.0 / TIME)[None] for _ in range(3)]
    with pytest.raises(ValueError, match="more widths, or longer"):
        scaling_window(by_compute([TIME] * 3, losses, [2, 4, 8]))
