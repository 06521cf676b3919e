"""PNG bytes that depend on the pixels alone.

Compressed bytes differ between versions and builds of zlib. Pictures are known by the hash of their
bytes, on every machine, so they are stored uncompressed: 8 bits a channel, no filter, deflate's
stored blocks.
"""

import struct
import zlib

import numpy as np
from jaxtyping import Float32, UInt8

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LONGEST_BLOCK = 65535  # of deflate's stored blocks
_ZLIB_HEADER = b"\x78\x01"
_RGB_8_BITS = (8, 2, 0, 0, 0)  # bits, colour type, compression, filter method, no interlacing


def png_bytes(rgb: Float32[np.ndarray, "row column 3"]) -> bytes:
    """Return the picture as PNG; red, green, blue in [0, 1] are rounded to 0 .. 255."""
    if rgb.size == 0:
        raise ValueError(f"The picture has the shape {rgb.shape}; it needs at least one pixel.")
    wrong = ~((rgb >= 0) & (rgb <= 1))
    if wrong.any():
        row, column, channel = (int(place) for place in np.argwhere(wrong)[0])
        raise ValueError(
            f"Row {row}, column {column}, channel {channel} of the picture is "
            f"{rgb[row, column, channel]}; colours must lie in [0, 1]. Clip them first."
        )
    return _encode(np.rint(rgb * np.float32(255)).astype(np.uint8))


def _encode(levels: UInt8[np.ndarray, "row column 3"]) -> bytes:
    rows, columns, _ = levels.shape
    filters = np.zeros((rows, 1), dtype=np.uint8)  # every row begins with its filter: none
    raw = np.hstack([filters, levels.reshape(rows, 3 * columns)]).tobytes()
    header = struct.pack(">IIBBBBB", columns, rows, *_RGB_8_BITS)
    return b"".join(
        (_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", _stored(raw)), _chunk(b"IEND", b""))
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + checksum


def _stored(raw: bytes) -> bytes:
    parts = [_ZLIB_HEADER]
    for start in range(0, len(raw), _LONGEST_BLOCK):
        block = raw[start : start + _LONGEST_BLOCK]
        last = start + _LONGEST_BLOCK >= len(raw)
        parts.append(struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block)
    parts.append(struct.pack(">I", zlib.adler32(raw)))
    return b"".join(parts)
