"""PNGs written part by part, as the specification says, so that a test can break any of them."""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KINDS = {"grey": 0, "colour": 2, "palette": 3, "grey and alpha": 4, "colour and alpha": 6}
# of each pass of an interlaced picture: first row and column, and their distances
PASSES = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2),
          (1, 0, 2, 1))  # fmt: skip


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def header(columns: int, rows: int, bits: int, kind: str, interlaced: bool = False) -> bytes:
    content = struct.pack(">IIBBBBB", columns, rows, bits, KINDS[kind], 0, 0, interlaced)
    return chunk(b"IHDR", content)


def lines(pixels: np.ndarray) -> bytes:
    """Return rows of 8 or 16 bits, each after the filter that changes nothing."""
    big_endian = pixels.astype(pixels.dtype.newbyteorder(">"))
    return b"".join(b"\0" + row.tobytes() for row in big_endian)


def image_data(pixels: np.ndarray, interlaced: bool = False) -> bytes:
    passes = PASSES if interlaced else ((0, 0, 1, 1),)
    parts = [pixels[row::down, column::across] for row, column, down, across in passes]
    return chunk(b"IDAT", zlib.compress(b"".join(lines(part) for part in parts if part.size)))


def png(*chunks: bytes) -> bytes:
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def sample(
    pixels: np.ndarray, kind: str, *extra: bytes, interlaced: bool = False, after: bytes = b""
) -> bytes:
    """Return a whole PNG of 8 or 16 bits, with further parts before or after the image data."""
    rows, columns = pixels.shape[:2]
    head = header(columns, rows, 8 * pixels.dtype.itemsize, kind, interlaced)
    return png(head, *extra, image_data(pixels, interlaced), after)
