"""A reader's own JPEG, grey or of colour, turned as its camera says."""

import io
import warnings

import numpy as np
from PIL import ExifTags, Image, JpegImagePlugin

from compsparse.studies.regime.targets.png_files import DECODING_ERRORS, LARGEST_SIDE, Colours

SIGNATURE = b"\xff\xd8\xff"
_TURNS = {  # by orientation in EXIF
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_MOST_SCANS = 200  # a progressive file has a dozen; each one more is drawn over the whole picture


class BrokenJpegError(ValueError):
    """What is wrong with the bytes of a JPEG, as a sentence."""


def jpeg_colours(content: bytes) -> tuple[Colours, tuple[str, ...]]:
    """Return red, green and blue in [0, 1], and what was done to the picture.

    Raises:
        BrokenJpegError: it is damaged, too large or not of these colours.
    """
    if content.count(b"\xff\xda") > _MOST_SCANS:
        raise BrokenJpegError("This JPEG is drawn over more often than any picture needs.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what counts is raised, or refused here
            # not by Image.open, which judges the size first, in other words
            with JpegImagePlugin.JpegImageFile(io.BytesIO(content)) as picture:
                _require_readable(picture)
                turn = picture.getexif().get(ExifTags.Base.Orientation, 1)
                upright = picture.transpose(_TURNS[turn]) if turn in _TURNS else picture
                values = np.array(upright.convert("RGB"), dtype=np.float32)
    except BrokenJpegError:
        raise
    except DECODING_ERRORS as error:
        raise BrokenJpegError(f"This JPEG is damaged ({error}).") from None
    values /= np.float32(255)
    turned = f"The JPEG is turned as its orientation {turn} says."
    return values, (turned,) if turn in _TURNS else ()


def _require_readable(picture: Image.Image) -> None:
    """Refuse what would be expensive or wrong to decode."""
    for side in picture.size:
        if not 1 <= side <= LARGEST_SIDE:
            raise BrokenJpegError(f"The picture has {side} pixels per side.")
    if picture.mode not in ("L", "RGB"):
        raise BrokenJpegError(
            f"This JPEG has the colours of a print ({picture.mode}); save it as RGB."
        )
