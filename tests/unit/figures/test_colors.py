"""Colors can be told apart, are dark enough, and are in order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex, to_rgb

from compsparse.figures.colors import CATEGORIES, contrast_with_white, for_text, sequential

channel = st.floats(0.0, 1.0)


def test_contrast_of_white_and_black() -> None:
    assert contrast_with_white("white") == pytest.approx(1.0)
    assert contrast_with_white("black") == pytest.approx(21.0)


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_sequence_darkens_and_every_color_is_dark_enough_for_lines(count: int) -> None:
    colors = sequential(count)
    contrasts = [contrast_with_white(color) for color in colors]
    assert len(colors) == count
    assert min(contrasts) > 2.9
    # luminance alone orders them, so no color blindness can disturb the order
    assert all(lighter < darker for lighter, darker in pairwise(contrasts))


def test_sequence_of_none_is_refused() -> None:
    with pytest.raises(ValueError, match="0 colors"):
        sequential(0)


def test_categories_differ_and_leave_out_yellow() -> None:
    assert len(set(CATEGORIES)) == len(CATEGORIES) == 7
    assert min(contrast_with_white(color) for color in CATEGORIES) > 2.0


@given(channel, channel, channel)
def test_text_is_readable_and_keeps_dark_colors(red: float, green: float, blue: float) -> None:
    color = to_hex((red, green, blue))
    darkened = for_text(color)
    assert contrast_with_white(darkened) >= 4.5
    assert all(
        after <= before for after, before in zip(to_rgb(darkened), to_rgb(color), strict=True)
    )
    if contrast_with_white(color) >= 4.5:
        assert darkened == color
