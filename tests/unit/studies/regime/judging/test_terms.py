"""The terms of the offline judge on changes made by hand."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.judge import JudgedTarget, judge_changes
from compsparse.studies.regime.judging.terms import (
    connected_share,
    explained_by_segments,
    is_symmetric,
    relative_asymmetry,
    segmented,
    symmetry_kept,
)

SIDE = 32


def change(*squares: tuple[int, int], size: int = 4) -> np.ndarray:
    picture = np.zeros((1, 3, SIDE, SIDE), dtype=np.float32)
    for row, column in squares:
        picture[0, :, row : row + size, column : column + size] = 1
    return picture.reshape(1, 3, -1)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_two_of_several_equal_squares_hold_their_share(number: int) -> None:
    squares = [(6 * index, 6 * index) for index in range(number)]
    assert connected_share(change(*squares))[0] == pytest.approx(min(1, 2 / number))


def test_corners_do_not_connect_nor_do_images() -> None:
    touching = change((0, 0), (4, 4), (8, 0))
    assert connected_share(touching)[0] == pytest.approx(2 / 3)
    both = np.concatenate([touching, touching])
    np.testing.assert_allclose(connected_share(both), [2 / 3, 2 / 3])


def test_a_change_of_zero_or_of_one_pixel() -> None:
    single = np.zeros((1, 3, SIDE**2), dtype=np.float32)
    assert connected_share(single)[0] == 0
    single[0, 0, 5] = 1
    assert connected_share(single)[0] == 1


def halves() -> np.ndarray:
    rgb = np.zeros((SIDE, SIDE, 3))
    rgb[:, SIDE // 2 :, 0] = 1
    return rgb


def test_segments_are_connected_and_of_one_rounded_colour() -> None:
    rgb = halves()
    rgb[:4, :4] = [0, 0, 1]
    rgb[-4:, :4] = [0, 0, 1]
    rgb += np.random.default_rng(0).uniform(-0.1, 0.1, rgb.shape)  # rounded away: steps are 0.25
    assert segmented(rgb).max() == 3  # two halves, two corners of the same colour
    assert len(np.unique(segmented(rgb))) == 4


def test_a_colour_for_each_segment_is_explained_and_what_averages_out_is_not() -> None:
    segments = segmented(halves())
    flat = halves().reshape(-1, 3).T[None].astype(np.float32)
    assert explained_by_segments(flat, segments)[0] == pytest.approx(1)
    alternating = np.tile(np.float32([1, -1]), (1, 3, SIDE**2 // 2))
    assert explained_by_segments(alternating, segments)[0] == pytest.approx(0)
    # half of the energy is in the means: (1 + a) and (1 - a) in turn, at a = 1
    assert explained_by_segments(1 + alternating, segments)[0] == pytest.approx(0.5)
    assert explained_by_segments(0 * flat, segments)[0] == 0


def test_noise_is_explained_as_far_as_there_are_segments() -> None:
    noise = np.random.default_rng(0).normal(size=(50, 3, SIDE**2)).astype(np.float32)
    explained = explained_by_segments(noise, segmented(halves()))
    assert explained.mean() == pytest.approx(2 / SIDE**2, rel=0.2)


def test_asymmetry_of_mirrored_and_of_random_pictures() -> None:
    noise = np.random.default_rng(0).normal(size=(64, 64, 3))
    assert relative_asymmetry(noise) == pytest.approx(2**0.5, rel=0.05)
    assert not is_symmetric(noise)
    bands = np.broadcast_to(noise[:, :1], noise.shape)
    # bands are symmetric themselves, and hide nothing that stands before them
    assert relative_asymmetry(bands) == 0
    assert relative_asymmetry(noise + 100 * bands) == pytest.approx(relative_asymmetry(noise))
    assert relative_asymmetry(noise + noise[:, ::-1]) == 0


def test_symmetry_is_kept_by_a_mirrored_change_and_lost_by_one_side() -> None:
    base = np.zeros((3, SIDE**2), dtype=np.float32)
    left, pair = change((3, 0)), change((3, 0), (3, SIDE - 4))
    assert symmetry_kept(base, pair)[0] == pytest.approx(1)
    assert symmetry_kept(base, left)[0] == pytest.approx(0)
    # what makes a picture more symmetric keeps all there is
    assert symmetry_kept(base + left[0], pair - left)[0] == pytest.approx(1)


def target(symmetric: bool) -> JudgedTarget:
    return JudgedTarget(halves(), segmented(halves()), symmetric)


def test_the_headline_leaves_symmetry_out() -> None:
    base = np.zeros((3, SIDE**2), dtype=np.float32)
    flat = halves().reshape(-1, 3).T[None].astype(np.float32)  # all of the right half
    scores = judge_changes(target(symmetric=True), base, flat)
    assert scores.headline[0] == pytest.approx(1)
    assert scores.with_symmetry[0] == pytest.approx(2 / 3)
    scores = judge_changes(target(symmetric=False), base, flat)
    assert scores.with_symmetry[0] == pytest.approx(1)
