"""A reader's own picture, PNG or JPEG by its content, and what has to be said of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.own_target import jpeg_files
from compsparse.studies.regime.targets import png_chunks
from compsparse.studies.regime.targets.png_files import (
    LARGEST_SIDE,
    Colours,
    PictureError,
    png_colours,
    read_content,
    resized,
)

Square = Float32[np.ndarray, "side side 3"]
Fit = Literal["exact", "crop", "pad"]  # what becomes of a picture that is no square

_WANTED = f"Give a square PNG or JPEG of at most {LARGEST_SIDE} pixels a side."
_NARROW = 0.1  # of the range from black to white; data of 12 bits in a file of 16 use 0.06


@dataclass(frozen=True)
class OwnPicture:
    """A picture as a target, and sentences on what was done to it and what to beware of."""

    rgb: Float32[np.ndarray, "256 256 3"]
    notes: tuple[str, ...]


def is_picture(head: bytes) -> bool:
    """Return whether a file begins as a picture that ``read_own_picture`` knows."""
    return head.startswith((png_chunks.SIGNATURE, jpeg_files.SIGNATURE))


def read_own_picture(path: Path, fit: Fit = "exact") -> OwnPicture:
    """Read a PNG or a JPEG as red, green and blue in [0, 1].

    Args:
        fit: of a picture that is no square: refuse it, take its middle square, or add white.

    Raises:
        PictureError: the file is no such picture.
    """
    content = read_content(path, _WANTED)
    notes: tuple[str, ...] = ()
    bits = 8
    try:
        if content.startswith(jpeg_files.SIGNATURE):
            colours, notes = jpeg_files.jpeg_colours(content)
        elif content.startswith(png_chunks.SIGNATURE):
            bits = png_chunks.read_header(content).bits
            colours = png_colours(content)
            if bits == 16 and not np.ptp(colours, axis=(0, 1)).any():
                raise PictureError(
                    path,
                    "The upper bytes of this PNG of 16 bits are all equal.",
                    "Save its values over the whole range.",
                )
        else:
            raise PictureError(path, "This is neither a PNG nor a JPEG.", _WANTED)
    except (png_chunks.BrokenPngError, jpeg_files.BrokenJpegError) as error:
        raise PictureError(path, str(error), _WANTED) from None
    rows, columns, _ = colours.shape
    if rows != columns and fit == "exact":
        raise PictureError(
            path,
            f"The picture has {columns} x {rows} pixels, not a square.",
            "Say --fit crop (its middle square) or --fit pad (white beside it), or give a square "
            "picture.",
        )
    if rows != columns:
        colours = _cropped(colours) if fit == "crop" else _padded(colours)
        done = "cut to its middle square" if fit == "crop" else "made a square with white"
        notes += (f"The picture of {columns} x {rows} pixels is {done}.",)
    rgb = resized(colours)
    return OwnPicture(rgb, (*notes, *contrast_notes(rgb, bits)))


def contrast_notes(rgb: Colours, bits: int = 8) -> tuple[str, ...]:
    """Return a warning of a picture that uses a few per cent of the range from black to white."""
    spread = float(np.ptp(rgb, axis=(0, 1)).max())
    if not 0 < spread < _NARROW:
        return ()
    deep = (
        " Data of 8 to 12 bits in a file of 16 look like this: save them over the whole range."
        if bits == 16
        else ""
    )
    return (
        f"The picture uses {100 * spread:.2g} % of the range from black to white, so that a small "
        f"error means little.{deep}",
    )


def _cropped(colours: Colours) -> Square:
    rows, columns, _ = colours.shape
    side = min(rows, columns)
    top, left = (rows - side) // 2, (columns - side) // 2
    return np.ascontiguousarray(colours[top : top + side, left : left + side])


def _padded(colours: Colours) -> Square:
    rows, columns, _ = colours.shape
    side = max(rows, columns)
    top, left = (side - rows) // 2, (side - columns) // 2
    square = np.ones((side, side, 3), dtype=np.float32)
    square[top : top + rows, left : left + columns] = colours
    return square
