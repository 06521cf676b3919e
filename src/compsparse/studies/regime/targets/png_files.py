"""A reader's own picture: a square PNG of any size, as the target of 256 x 256 pixels.

Grey, palette and colour, 8 or 16 bits; 16 bits of colour are reduced to 8, of grey they are kept.
Transparent pixels are blended over white: alpha * colour + 1 - alpha. Other sizes become 256 x 256
by averaging over areas (a box filter, weights by overlap); a smaller picture is enlarged by
repeating pixels.
"""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
from jaxtyping import Float32
from PIL import Image

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import read_regular

_LARGEST_FILE = 64 << 20  # bytes
_LARGEST_SIDE = 4096  # pixels
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class PictureError(ValueError):
    """A file that is not a readable picture."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(
            f"{printable(path)}: {problem} Give a square PNG of at most {_LARGEST_SIDE} pixels a "
            f"side."
        )


def read_picture(path: Path) -> Float32[np.ndarray, "256 256 3"]:
    """Read a square PNG as red, green and blue in [0, 1].

    Raises:
        PictureError: the file is no such picture.
    """
    try:
        content = read_regular(path, through_links=True, limit=_LARGEST_FILE)
    except OSError as error:
        raise PictureError(path, f"This file cannot be read ({error}).") from None
    _check_header(path, content)
    _check_chunks(path, content)
    try:
        with Image.open(io.BytesIO(content), formats=["PNG"]) as picture:
            picture.load()
            colours = _over_white(picture)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        raise PictureError(path, f"This PNG is damaged ({error}).") from None
    return _resized(colours)


def _check_header(path: Path, content: bytes) -> None:
    """Refuse by the header what would be expensive to decode."""
    if len(content) < 24 or not content.startswith(_SIGNATURE) or content[12:16] != b"IHDR":
        raise PictureError(path, "This is no PNG.")
    columns, rows = struct.unpack(">II", content[16:24])
    if columns != rows:
        raise PictureError(path, f"The picture has {columns} x {rows} pixels, not a square.")
    if not 1 <= rows <= _LARGEST_SIDE:
        raise PictureError(path, f"The picture has {rows} pixels per side.")


def _check_chunks(path: Path, content: bytes) -> None:
    """Refuse a file that is cut off or changed, which would be read in part."""
    start, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        length = int.from_bytes(content[start : start + 4], "big")
        checked, end = content[start + 4 : start + 8 + length], start + 12 + length
        kind = checked[:4]
        if end > len(content) or zlib.crc32(checked) != int.from_bytes(
            content[end - 4 : end], "big"
        ):
            raise PictureError(path, f"This PNG is cut off or changed at byte {start}.")
        start = end


def _over_white(picture: Image.Image) -> Float32[np.ndarray, "row column 3"]:
    if picture.mode.startswith("I"):  # 16 bits of grey
        values = np.asarray(picture).astype(np.int64)
        grey = (values / 65535).astype(np.float32)
        transparent = picture.info.get("transparency")
        if isinstance(transparent, int):
            grey[values == transparent] = 1.0
        return np.repeat(grey[..., None], 3, axis=-1)
    rgba = np.asarray(picture.convert("RGBA"), dtype=np.float32) / np.float32(255)
    alpha = rgba[..., 3:]
    return np.asarray(rgba[..., :3] * alpha + (1 - alpha))


def _resized(colours: Float32[np.ndarray, "row column 3"]) -> Float32[np.ndarray, "256 256 3"]:
    if len(colours) == IMAGE_SIZE:
        return colours
    channels = [
        Image.fromarray(np.ascontiguousarray(colours[..., channel])).resize(
            (IMAGE_SIZE, IMAGE_SIZE), Image.Resampling.BOX
        )
        for channel in range(3)
    ]
    return np.stack([np.asarray(channel) for channel in channels], axis=-1).clip(0, 1)
