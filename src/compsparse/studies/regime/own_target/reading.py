"""A reader's own file as a target: a picture, PNG or JPEG, or a genome, by its content.

And what has to be said of it.
"""

import io
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from jaxtyping import Float32
from PIL import ExifTags, Image, JpegImagePlugin

from compsparse.studies.regime.own_target.values import OwnTargetError
from compsparse.studies.regime.targets import png_files
from compsparse.studies.regime.targets.generate_target import (
    genome_arrays,
    read_genome,
    target_arrays,
)
from compsparse.studies.regime.targets.png_files import (
    DECODING_ERRORS,
    LARGEST_SIDE,
    Colours,
    PictureError,
    png_colours,
    read_content,
    resized,
)
from workflow_engine.artifacts.errors import REBUILD
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import open_regular

Fit = Literal["exact", "crop", "pad"]  # what becomes of a picture that is no square
Notes = tuple[str, ...]  # what was done to a picture, and what to beware of

_WANTED = f"Give a square PNG or JPEG of at most {LARGEST_SIDE} pixels a side."
_NARROW = 0.1  # of the range from black to white; data of 12 bits in a file of 16 use 0.06
_JPEG = b"\xff\xd8\xff"
_MOST_SCANS = 200  # a progressive file has a dozen; each one more is drawn over the whole picture
_TURNS = {  # by orientation in EXIF
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class _BrokenJpegError(ValueError):
    """What is wrong with the bytes of a JPEG, as a sentence."""


def is_picture(head: bytes) -> bool:
    """Return whether a file begins as a picture that ``read_own_picture`` knows."""
    return head.startswith((png_files.SIGNATURE, _JPEG))


def read_own_picture(
    path: Path, fit: Fit = "exact"
) -> tuple[Float32[np.ndarray, "256 256 3"], Notes]:
    """Read a PNG or a JPEG as red, green and blue in [0, 1].

    Args:
        path: of any name.
        fit: of a picture that is no square: refuse it, take its middle square, or add white.

    Raises:
        PictureError: the file is no such picture.
    """
    content = read_content(path, _WANTED)
    notes: Notes = ()
    bits = 8
    try:
        if content.startswith(_JPEG):
            colours, notes = _jpeg(content)
        elif content.startswith(png_files.SIGNATURE):
            bits = png_files.read_header(content).bits
            colours = png_colours(content)
            if bits == 16 and not np.ptp(colours, axis=(0, 1)).any():
                raise PictureError(
                    path,
                    "The upper bytes of this PNG of 16 bits are all equal.",
                    "Save its values over the whole range.",
                )
        else:
            raise PictureError(path, "This is neither a PNG nor a JPEG.", _WANTED)
    except (png_files.BrokenPngError, _BrokenJpegError) as error:
        raise PictureError(path, str(error), _WANTED) from None
    rows, columns, _ = colours.shape
    if rows != columns:
        size = f"The picture of {columns} x {rows} pixels is"
        if fit == "exact":
            raise PictureError(
                path,
                f"{size} no square.",
                "Say --fit crop (its middle square) or --fit pad (white beside it), or give a "
                "square picture.",
            )
        colours = _square(colours, fit)
        done = "cut to its middle square" if fit == "crop" else "made a square with white"
        notes += (f"{size} {done}.",)
    rgb = resized(colours)
    return rgb, (*notes, *contrast_notes(rgb, bits))


def contrast_notes(rgb: Colours, bits: int = 8) -> Notes:
    """Return a warning of a picture that uses a few per cent of the range from black to white."""
    spread = float(np.ptp(rgb, axis=(0, 1)).max())
    if not 0 < spread < _NARROW:
        return ()
    deep = " Data of 8 to 12 bits in a file of 16 look like this: save them over the whole range."
    return (
        f"The picture uses {100 * spread:.2g} % of the range from black to white, so that a small "
        f"error means little.{deep if bits == 16 else ''}",
    )


def _square(colours: Colours, fit: Fit) -> Float32[np.ndarray, "side side 3"]:
    rows, columns, _ = colours.shape
    side = min(rows, columns) if fit == "crop" else max(rows, columns)
    top, left = abs(rows - side) // 2, abs(columns - side) // 2
    if fit == "crop":
        return np.ascontiguousarray(colours[top : top + side, left : left + side])
    square = np.ones((side, side, 3), dtype=np.float32)
    square[top : top + rows, left : left + columns] = colours
    return square


def _jpeg(content: bytes) -> tuple[Colours, Notes]:
    """Return a grey picture or one of colours, turned as its camera says."""
    if content.count(b"\xff\xda") > _MOST_SCANS:
        raise _BrokenJpegError("This JPEG is drawn over more often than any picture needs.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what counts is raised, or refused here
            # not by Image.open, which judges the size first, in other words
            with JpegImagePlugin.JpegImageFile(io.BytesIO(content)) as picture:
                if not all(1 <= side <= LARGEST_SIDE for side in picture.size):
                    raise _BrokenJpegError(f"The picture has {max(picture.size)} pixels per side.")
                if picture.mode not in ("L", "RGB"):
                    raise _BrokenJpegError(
                        f"This JPEG has the colours of a print ({picture.mode}); save it as RGB."
                    )
                turn = picture.getexif().get(ExifTags.Base.Orientation, 1)
                upright = picture.transpose(_TURNS[turn]) if turn in _TURNS else picture
                values = np.array(upright.convert("RGB"), dtype=np.float32) / np.float32(255)
    except _BrokenJpegError:
        raise
    except DECODING_ERRORS as error:
        raise _BrokenJpegError(f"This JPEG is damaged ({error}).") from None
    turned = f"The JPEG is turned as its orientation {turn} says."
    return values, (turned,) if turn in _TURNS else ()


@dataclass(frozen=True)
class OwnTarget:
    """The target of a file."""

    arrays: Mapping[str, np.ndarray]  # see ``generate_target``
    activations: Mapping[str, int]  # of a genome's hidden nodes, by number; a picture has none
    notes: tuple[str, ...]  # what was done to it, and what to beware of


def read_own_target(file: Path, fit: Fit = "exact", *, as_is: bool = False) -> OwnTarget:
    """Read a picture or a genome, whatever the file is called.

    Args:
        file: of any name.
        fit: of a picture that is no square, see ``read_own_picture``.
        as_is: whether a picture of one colour is taken all the same.

    Raises:
        OwnTargetError: the file is no target.
    """
    try:
        with open_regular(file, through_links=True) as stream:
            head = stream.read(64)
        if is_picture(head):
            rgb, notes = read_own_picture(file, fit)
            return OwnTarget(target_arrays(rgb, as_is=as_is), {}, notes)
        genome = read_genome(file.resolve() if file.is_symlink() else file)
        arrays = genome_arrays(genome, as_is=as_is)
    except OSError as error:
        raise OwnTargetError(f"{printable(file)}: This file cannot be read ({error}).") from None
    except ValueError as error:
        # that remedy is for files that the project makes
        said = str(error).replace(f" {REBUILD}", "").replace("\n", " ")
        named = printable(file) in said
        raise OwnTargetError(said if named else f"{printable(file)}: {said}") from None
    hidden = Counter(node.activation for node in genome.nodes if node.role == "hidden")
    return OwnTarget(arrays, hidden, (*genome.notes, *contrast_notes(arrays["rgb"])))
