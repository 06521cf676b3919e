"""The exact chain against listing all masks, and against random ones."""

import numpy as np
import pytest

from compsparse.studies.regime.volume.separation import (
    TooManyStatesError,
    sample_separation,
    separation_ratios,
)


def listed(primitives: int, width: int, depth: int, density: float) -> float:
    """The weight of all masks under which outputs are separate, by listing all masks."""
    sizes = [primitives, *[width] * (depth - 1), primitives]
    shapes = list(zip(sizes[1:], sizes[:-1], strict=True))
    total = sum(above * below for above, below in shapes)
    bits = (np.arange(2**total)[:, None] >> np.arange(total)) & 1
    leads = np.tile(np.eye(primitives, dtype=np.int64), (2**total, 1, 1))
    start = 0
    for above, below in shapes:
        kept = bits[:, start : start + above * below].reshape(-1, above, below)
        leads = np.minimum(kept @ leads, 1)
        start += above * below
    good = (leads == np.eye(primitives)).all(axis=(1, 2))
    kept_number = bits.sum(axis=1)[good]
    return float((density**kept_number * (1 - density) ** (total - kept_number)).sum())


@pytest.mark.parametrize(
    ("primitives", "width", "depth"),
    [(1, 2, 3), (2, 5, 1), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2), (3, 3, 1), (3, 3, 2)],
)
@pytest.mark.parametrize("density", [0.2, 0.55])
def test_the_ratio_is_the_weight_of_listed_masks(
    primitives: int, width: int, depth: int, density: float
) -> None:
    ratios = separation_ratios(primitives, width, depth, density)
    expected = listed(primitives, width, depth, density)
    assert ratios[-1] == pytest.approx(expected, rel=1e-11, abs=1e-15)
    assert (expected > 0) == (width >= primitives or depth == 1)


def test_every_depth_is_that_of_a_chain_which_ends_there() -> None:
    ratios = separation_ratios(2, 4, 4, 0.25)
    assert [float(separation_ratios(2, 4, depth, 0.25)[-1]) for depth in range(1, 5)] == list(
        ratios
    )
    assert ratios[0] == pytest.approx((0.25 * 0.75) ** 2, rel=1e-14)


@pytest.mark.parametrize(
    ("primitives", "width", "depth", "density", "ratio"),
    [
        *((2, 2, 2, 0.40, 0.00664), (2, 3, 2, 0.30, 0.00915), (2, 3, 3, 0.30, 0.00183)),
        *((2, 4, 3, 0.25, 0.00292), (2, 4, 4, 0.25, 0.00079), (3, 4, 2, 0.25, 0.000129)),
    ],
)
def test_known_values(
    primitives: int, width: int, depth: int, density: float, ratio: float
) -> None:
    # each has three digits, but for the fifth
    assert separation_ratios(primitives, width, depth, density)[-1] == pytest.approx(
        ratio, abs=6e-6 if ratio > 1e-3 else 6e-7
    )


def test_random_masks_agree() -> None:
    found = sample_separation(2, 4, 2, 0.35, 60_000, np.random.default_rng(0))
    share = float(separation_ratios(2, 4, 2, 0.35)[-1])
    error = np.sqrt(share * (1 - share) / 60_000)
    assert abs(found / 60_000 - share) < 4 * error
    assert error < 0.04 * share


def test_draws_in_several_chunks_are_all_counted() -> None:
    random = np.random.default_rng(1)
    wide = sample_separation(1, 2100, 2, 1.0, 3, random)  # one mask is a chunk
    assert wide == 3


def test_the_best_density_falls_with_width_and_the_ratio_with_depth() -> None:
    densities = np.arange(1, 20) / 20
    widths = [2, 3, 4, 6, 8]

    def best(width: int, depth: int) -> tuple[float, float]:
        return max(
            ((float(q), separation_ratios(2, width, depth, float(q))[-1]) for q in densities),
            key=lambda found: found[1],
        )

    two, three = ([best(width, depth) for width in widths] for depth in (2, 3))
    np.testing.assert_allclose([r for _, r in two], [0.008, 0.013, 0.017, 0.022, 0.025], atol=6e-4)
    assert [q for q, _ in two] == sorted((q for q, _ in two), reverse=True)
    assert (two[0][0], three[0][0], three[-1][0]) == (0.5, 0.5, 0.2)
    assert all(b < a < 1 / 16 for (_, a), (_, b) in zip(two, three, strict=True))
    assert best(4, 1) == (0.5, pytest.approx(1 / 16))


@pytest.mark.parametrize("density", [0.0, 1.0])
def test_no_or_all_connections_separate_nothing(density: float) -> None:
    assert separation_ratios(2, 3, 3, density).tolist() == [0, 0, 0]


def test_chains_are_small() -> None:
    with pytest.raises(TooManyStatesError):
        separation_ratios(3, 48, 2, 0.1)
