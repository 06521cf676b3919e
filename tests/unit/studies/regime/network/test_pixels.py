import numpy as np
import pytest

from compsparse.studies.regime.network import pixels as module
from compsparse.studies.regime.network.pixels import PixelDraws, tile
from workflow_engine.seeds import generator


@pytest.mark.parametrize(
    ("size", "number", "expected"),
    [
        (256, 512, (8, 16)),
        (256, 1024, (8, 8)),
        (256, 4096, (4, 4)),
        (256, 65536, (1, 1)),
        (256, 1, (256, 256)),
        (6, 9, (2, 2)),
        (6, 6, (2, 3)),
        (6, 2, (3, 6)),
    ],
)
def test_tiles(size: int, number: int, expected: tuple[int, int]) -> None:
    assert tile(size, number) == expected


@pytest.mark.parametrize("number", [0, -4, 500, 2**17])
def test_strata_that_do_not_divide_the_image_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} strata do not divide an image of 256 x 256"):
        tile(256, number)


def randoms(runs: int) -> list[np.random.Generator]:
    return [generator(0, "pixels", run) for run in range(runs)]


@pytest.mark.parametrize("size", range(1, 25))
def test_every_divisor_has_a_tile(size: int) -> None:
    for number in range(1, size**2 + 1):
        if size**2 % number == 0:
            rows, columns = tile(size, number)
            assert rows <= columns and rows * columns * number == size**2
            assert size % rows == 0 and size % columns == 0


def test_each_step_has_one_pixel_of_every_tile_of_every_image() -> None:
    draws = PixelDraws(12, 18, randoms(2), images=3)
    for step in range(20):
        pixels = draws.pixels(step)
        assert pixels.shape == (2, 54)
        image, row, column = np.unravel_index(pixels, (3, 12, 12))
        tiles = (image * 6 + row // 2) * 3 + column // 4
        assert (np.sort(tiles, axis=1) == np.arange(54)).all()


def test_all_pixels_are_drawn_equally_often() -> None:
    draws = PixelDraws(8, 4, randoms(1))
    steps = 4000
    counts = np.bincount(
        np.concatenate([draws.pixels(step)[0] for step in range(steps)]), minlength=64
    )
    # binomial with p = 1/16: 5 standard deviations
    assert np.abs(counts - steps / 16).max() < 5 * (steps * 15 / 256) ** 0.5


def test_stacking_changes_no_draw() -> None:
    together, alone = PixelDraws(8, 16, randoms(3)), PixelDraws(8, 16, randoms(3)[2:])
    for step in range(5):
        np.testing.assert_array_equal(together.pixels(step)[2], alone.pixels(step)[0])


def test_draws_go_on_from_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLOCK", 48)  # 3 steps at once
    whole = PixelDraws(8, 16, randoms(2))
    expected = [whole.pixels(step).copy() for step in range(10)]
    assert not np.array_equal(expected[0], expected[3])
    for stop in range(10):
        first = PixelDraws(8, 16, randoms(2))
        for step in range(stop):
            first.pixels(step)
        # the state is kept before the next step is asked for; generators may stand anywhere
        second = PixelDraws(8, 16, [generator(9, "other", run) for run in range(2)])
        second.restore(first.state(), stop)
        for step in range(stop, 10):
            np.testing.assert_array_equal(second.pixels(step), expected[step])
