"""A reader's own picture: a square PNG of any size, as the target of 256 x 256 pixels.

Grey, palette and colour, 8 or 16 bits, interlaced or not; 16 bits of colour are reduced to their
upper 8, of grey without transparency they are kept, so that a picture saved at 8 and at 16 bits is
the same target. Transparent pixels are blended over white: alpha * colour + 1 - alpha. Other sizes
become 256 x 256 by averaging over areas (a box filter, weights by overlap); a smaller picture is
enlarged by repeating pixels.
"""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
from jaxtyping import Float32
from PIL import Image

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from compsparse.studies.regime.targets.png_chunks import BrokenPngError, plain_png, read_header
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import read_regular

LARGEST_SIDE = 4096  # pixels
_LARGEST_FILE = 64 << 20  # bytes
# what the decoder raises on damaged files
DECODING_ERRORS = (
    OSError, SyntaxError, ValueError, TypeError, LookupError, EOFError, OverflowError, struct.error,
    zlib.error, Image.DecompressionBombError,
)  # fmt: skip

Colours = Float32[np.ndarray, "row column 3"]


class PictureError(ValueError):
    """A file that is not a readable picture."""

    def __init__(self, path: Path, problem: str, remedy: str) -> None:
        super().__init__(f"{printable(path)}: {problem} {remedy}")


def read_content(path: Path, remedy: str) -> bytes:
    """Return the bytes of a picture.

    Raises:
        PictureError: they cannot be read, or are too many.
    """
    try:
        return read_regular(path, through_links=True, limit=_LARGEST_FILE)
    except OSError as error:
        raise PictureError(path, f"This file cannot be read ({error}).", remedy) from None


def png_colours(content: bytes) -> Colours:
    """Return red, green and blue in [0, 1] of a PNG, whatever its sides are.

    Raises:
        BrokenPngError: it is damaged, or too large.
    """
    header = read_header(content)
    for side in (header.columns, header.rows):
        if not 1 <= side <= LARGEST_SIDE:
            raise BrokenPngError(f"The picture has {side} pixels per side.")
    try:
        with Image.open(io.BytesIO(plain_png(content)), formats=["PNG"]) as picture:
            picture.load()
            return _over_white(picture)
    except BrokenPngError:
        raise
    except DECODING_ERRORS as error:
        raise BrokenPngError(f"This PNG is damaged ({error}).") from None


def _over_white(picture: Image.Image) -> Colours:
    transparent = picture.info.get("transparency")
    if picture.mode.startswith("I"):  # 16 bits of grey
        values = np.asarray(picture).astype(np.int64)
        grey = (values / 65535).astype(np.float32)
        if isinstance(transparent, int):
            grey[values == transparent] = 1.0
        return np.repeat(grey[..., None], 3, axis=-1)
    opaque = transparent is None and picture.mode not in ("LA", "PA", "RGBA")
    channels = np.array(picture.convert("RGB" if opaque else "RGBA"), dtype=np.float32)
    channels /= np.float32(255)
    if opaque:
        return channels
    alpha = channels[..., 3:]
    return np.asarray(channels[..., :3] * alpha + (1 - alpha))


def resized(colours: Colours) -> Float32[np.ndarray, "256 256 3"]:
    """Return a square picture at the size of targets."""
    if len(colours) == IMAGE_SIZE:
        return colours
    channels = [
        Image.fromarray(np.ascontiguousarray(colours[..., channel])).resize(
            (IMAGE_SIZE, IMAGE_SIZE), Image.Resampling.BOX
        )
        for channel in range(3)
    ]
    return np.stack([np.asarray(channel) for channel in channels], axis=-1).clip(0, 1)
