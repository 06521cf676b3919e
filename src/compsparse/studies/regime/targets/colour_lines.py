"""Small pictures in tables: the colours of a line of pixels are one text, #rrggbb for each."""

from collections.abc import Iterable

import numpy as np
from jaxtyping import Float64, UInt8

from compsparse.studies.regime.targets.png_complexity import eight_bits


def as_lines(picture: Float64[np.ndarray, "row column channel"]) -> list[str]:
    """Return a text for each row of red, green and blue in [0, 1]."""
    return [
        "".join(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in line)
        for line in eight_bits(picture).tolist()
    ]


def from_lines(lines: Iterable[str]) -> UInt8[np.ndarray, "row column 3"]:
    """Return red, green and blue of lines of pixels, the inverse of ``as_lines``."""
    rows = [bytes.fromhex(line.replace("#", "")) for line in lines]
    return np.array([np.frombuffer(row, dtype=np.uint8).reshape(-1, 3) for row in rows])
