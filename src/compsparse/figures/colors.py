"""Colors that a color-blind reader can tell apart, and that are dark enough for lines and type."""

import matplotlib as mpl
import numpy as np
from matplotlib.colors import to_hex, to_rgb

# perceptually uniform and safe for all common color blindness; beyond 0.65 it is too light on white
_MAP = "plasma"
_LIGHTEST, _DARKEST = 0.65, 0.0

# Okabe and Ito (2008), without the yellow that vanishes on white
CATEGORIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def sequential(count: int) -> list[str]:
    """Return ``count`` ordered colors, evenly spaced from light (least) to dark (most).

    Raises:
        ValueError: ``count`` is not positive.
    """
    if count < 1:
        raise ValueError(f"A sequence of {count} colors was asked for; ask for at least 1.")
    # a single color is the dark end: it has the best contrast
    positions = np.linspace(_LIGHTEST, _DARKEST, count) if count > 1 else [_DARKEST]
    return [to_hex(mpl.colormaps[_MAP](position)) for position in positions]


def contrast_with_white(color: str) -> float:
    """Return the contrast ratio of a color with white, from 1 (white) to 21 (black), as in WCAG."""
    channels = np.asarray(to_rgb(color), dtype=np.float64)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ np.array([0.2126, 0.7152, 0.0722]))
    return 1.05 / (luminance + 0.05)


def for_text(color: str, contrast: float = 4.5) -> str:
    """Return ``color``, darkened as far as small type on white needs to be readable."""
    channels = np.asarray(to_rgb(color), dtype=np.float64)
    while contrast_with_white(to_hex(tuple(channels))) < contrast:
        channels = channels * 0.97
    return to_hex(tuple(channels))
