"""Random wirings: exact chain against listing, mean field against both, and the gap of W."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from compsparse.studies.regime.volume.random_wiring import (
    mean_field_ratios,
    peak_depth,
    sample_wiring,
    wiring_ratios,
)
from compsparse.studies.regime.volume.separation import TooManyStatesError

A = Fraction(7, 10)


def listed(primitives: int, width: int, depth: int) -> list[float]:
    """The share of units that compute the chain, by listing what all units can do, as text."""
    chain = "p1"
    joins = {}
    for k in range(2, primitives + 1):
        longer = f"({chain}p{k})"
        joins[chain, f"p{k}"] = joins[f"p{k}", chain] = longer
        chain = longer
    layers = {tuple(f"p{k}" for k in range(1, primitives + 1)): Fraction(1)}
    shares = []
    for _ in range(depth):
        above: dict[tuple[str, ...], Fraction] = {}
        for below, weight in layers.items():
            law: dict[str, Fraction] = {}
            for unit in below:
                law[unit] = law.get(unit, Fraction()) + A / len(below)
            pairs = list(permutations(below, 2))
            for pair in pairs:
                made = joins.get(pair, "useless")
                law[made] = law.get(made, Fraction()) + (1 - A) / len(pairs)
            assert sum(law.values()) == 1
            for units in product(law.items(), repeat=width):
                chance = weight
                for _, probability in units:
                    chance *= probability
                names = tuple(sorted(name for name, _ in units))
                above[names] = above.get(names, Fraction()) + chance
        layers = above
        shares.append(float(sum(w * u.count(chain) / width for u, w in layers.items())))
    return shares


@pytest.mark.parametrize(
    ("primitives", "width", "depth"), [(2, 2, 4), (3, 2, 4), (2, 3, 3), (3, 3, 3), (4, 3, 3)]
)
def test_the_exact_chain_is_the_listing(primitives: int, width: int, depth: int) -> None:
    expected = listed(primitives, width, depth)
    assert expected[-1] > 0
    np.testing.assert_allclose(
        wiring_ratios(primitives, width, depth, 0.7), expected, rtol=1e-11, atol=1e-16
    )


@pytest.mark.parametrize("copying", [0.0, 0.3, 0.7, 1.0])
@pytest.mark.parametrize(("primitives", "width"), [(2, 2), (2, 9), (3, 2), (3, 7), (4, 4)])
def test_the_mean_field_is_exact_in_two_layers_at_every_width(
    primitives: int, width: int, copying: float
) -> None:
    np.testing.assert_allclose(
        wiring_ratios(primitives, width, 2, copying),
        mean_field_ratios(primitives, 2, copying),
        rtol=1e-12,
    )


def test_the_first_layer_draws_two_different_inputs() -> None:
    assert mean_field_ratios(2, 1, 0.7)[0] == pytest.approx(0.3)  # both inputs are the only pair
    # the first chain of three: 0.3 of all units compose, e_2 with p_3 in either order
    second = 0.3 * 2 * (0.3 / 3) * (0.7 / 3)
    np.testing.assert_allclose(mean_field_ratios(3, 2, 0.7), [0, second], rtol=1e-12)


@pytest.mark.parametrize("copying", [0.4, 0.7])
def test_the_gap_of_the_third_layer_has_its_closed_form(copying: float) -> None:
    primitive, pair = copying / 3, (1 - copying) / 3
    bracket = copying * pair * primitive + 4 * (1 - copying) * primitive**3
    limit = mean_field_ratios(3, 3, copying)[2]
    for width in (2, 3, 5, 8):
        gap = -2 * (1 - copying) * copying / width * bracket
        assert wiring_ratios(3, width, 3, copying)[2] - limit == pytest.approx(gap, rel=1e-9)
        if copying == 0.7:
            assert gap / limit == pytest.approx(-0.668 / width, rel=1e-3)


@pytest.fixture(scope="module")
def expansion() -> np.ndarray:
    """The gap to the mean field as c / W + d / W^2, [c or d, depth], through two exact widths."""
    limit = mean_field_ratios(3, 9, 0.7)
    gaps = [wiring_ratios(3, width, 9, 0.7) - limit for width in (5, 8)]
    return np.linalg.solve([[1 / 5, 1 / 25], [1 / 8, 1 / 64]], gaps)


def expanded(expansion: np.ndarray, width: int) -> np.ndarray:
    limit = mean_field_ratios(3, 9, 0.7)
    return np.asarray(limit + expansion[0] / width + expansion[1] / width**2)


def test_the_gap_closes_like_one_over_the_width(expansion: np.ndarray) -> None:
    limit = mean_field_ratios(3, 9, 0.7)
    gap = wiring_ratios(3, 6, 9, 0.7) - limit
    assert (gap[2:] < 0).all()
    np.testing.assert_allclose(expanded(expansion, 6) - limit, gap, rtol=0.01, atol=1e-12)
    assert (expansion[0][2:] < -0.6 * limit[2:]).all()  # the order 1 / W is there, and grows
    assert (np.diff(expansion[0][2:] / limit[2:]) < 0).all()


# shares at depths 2 .. 9 for three primitives and a = 0.7, of 60 000 random networks each
KNOWN = {
    3: [0.0144, 0.0156, 0.0126, 0.0096, 0.0070, 0.0049, 0.0034, 0.0024],
    12: [0.0142, 0.0189, 0.0178, 0.0149, 0.0116, 0.0087, 0.0062, 0.0045],
    48: [0.0139, 0.0195, 0.0194, 0.0166, 0.0133, 0.0100, 0.0075, 0.0054],
}


def test_known_values(expansion: np.ndarray) -> None:
    # within four standard errors of that many networks
    np.testing.assert_allclose(wiring_ratios(3, 3, 9, 0.7)[1:], KNOWN[3], atol=6e-4)
    np.testing.assert_allclose(expanded(expansion, 12)[1:], KNOWN[12], atol=6e-4)
    np.testing.assert_allclose(expanded(expansion, 48)[1:], KNOWN[48], atol=4e-4)


@pytest.mark.parametrize(("width", "networks"), [(3, 40_000), (6, 20_000)])
def test_random_networks_agree_with_the_exact_chain(width: int, networks: int) -> None:
    shares = sample_wiring(3, width, 6, 0.7, networks, np.random.default_rng(width))
    exact = wiring_ratios(3, width, 6, 0.7)
    errors = shares.std(axis=0) / np.sqrt(networks)
    assert (abs(shares.mean(axis=0) - exact) <= 4 * errors).all()
    assert (errors[1:] < 0.05 * exact[1:]).all()
    assert not shares[:, 0].any()


def test_wide_random_networks_agree_with_the_mean_field() -> None:
    width, networks = 384, 1500
    shares = sample_wiring(3, width, 6, 0.7, networks, np.random.default_rng(7))
    limit = mean_field_ratios(3, 6, 0.7)
    errors = shares.std(axis=0) / np.sqrt(networks)
    # the gap is at most about 2 / W of the ratio at these depths
    assert (abs(shares.mean(axis=0) - limit) <= 4 * errors + 2.5 / width * limit).all()
    assert (errors[1:] < 0.03 * limit[1:]).all()


def test_the_peak_moves_deeper_with_primitives_and_with_copying() -> None:
    peaks = {
        copying: [peak_depth(mean_field_ratios(p, 40, copying)) for p in (2, 3, 4, 5)]
        for copying in (0.5, 0.7, 0.85)
    }
    assert peaks == {0.5: [1, 2, 3, 4], 0.7: [1, 4, 5, 6], 0.85: [3, 7, 9, 11]}
    ratios = mean_field_ratios(3, 9, 0.7)
    high = np.flatnonzero(ratios > ratios.max() / 2) + 1
    assert (high[0], high[-1]) == (2, 7)  # a broad peak


def test_only_copying_composes_nothing() -> None:
    assert not sample_wiring(3, 4, 5, 1.0, 50, np.random.default_rng(0)).any()
    assert not mean_field_ratios(3, 5, 1.0).any()


def test_networks_are_drawn_in_chunks_and_in_order() -> None:
    shares = sample_wiring(2, 1 << 19, 1, 0.5, 5, np.random.default_rng(3))  # two to a chunk
    np.testing.assert_allclose(shares, 0.5, atol=0.005)
    assert shares.shape == (5, 1) and len(set(shares[:, 0])) > 1


def test_chains_are_small() -> None:
    with pytest.raises(TooManyStatesError):
        wiring_ratios(3, 48, 3, 0.7)
