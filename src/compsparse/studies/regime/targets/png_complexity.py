"""Complexity of an image: bytes of its PNG over its raw bytes (document 001, Figure 4).

The encoder is part of this project, so that no imaging library changes the number: RGB of 8 bits,
round(255 value), no interlacing; of the five filters each row takes the first with the smallest sum
of absolute values of its bytes read as signed, as the specification recommends; all rows in one
zlib stream of level 6, window of 32 kB, memory level 9, strategy for filtered data. Versions
and replacements of zlib compress slightly differently: the number is exact for a given zlib, and
differs by some tenths of a percent for another.
"""

import itertools
import struct
import zlib

import numpy as np
from jaxtyping import Float, Int16, UInt8

from compsparse.studies.regime.targets.png_files import SIGNATURE, chunk

_LEVEL = 6
_MEMORY = 9


def png_complexity(rgb: Float[np.ndarray, "row column 3"]) -> float:
    """Return bytes of the PNG / (3 * rows * columns), for values in [0, 1]."""
    return len(encode_png(eight_bits(rgb))) / rgb.size


def eight_bits(rgb: Float[np.ndarray, "row column 3"]) -> UInt8[np.ndarray, "row column 3"]:
    """Return round(255 value) of values in [0, 1]."""
    if not (rgb.min() >= 0 and rgb.max() <= 1):
        raise ValueError(
            f"The image has values from {rgb.min():g} to {rgb.max():g}; allowed: 0 to 1."
        )
    return np.rint(255 * rgb.astype(np.float64)).astype(np.uint8)


def encode_png(pixels: UInt8[np.ndarray, "row column 3"]) -> bytes:
    """Return the PNG of an image by the frozen rules above."""
    rows, columns, _ = pixels.shape
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)  # 8 bits a channel, RGB
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, _MEMORY, zlib.Z_FILTERED)
    packed = packer.compress(_filtered(pixels)) + packer.flush()
    chunks = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return SIGNATURE + b"".join(itertools.starmap(chunk, chunks))


def _filtered(pixels: UInt8[np.ndarray, "row column 3"]) -> bytes:
    """Return the filtered rows, each after the number of its filter."""
    rows = len(pixels)
    padded = np.zeros((rows + 1, pixels.shape[1] + 1, 3), dtype=np.int16)
    padded[1:, 1:] = pixels
    values, left, above = padded[1:, 1:], padded[1:, :-1], padded[:-1, 1:]
    corner = padded[:-1, :-1]
    predictions = [
        np.zeros_like(values),  # none
        left,  # sub
        above,  # up
        (left + above) // 2,  # average
        _paeth(left, above, corner),
    ]
    differences = np.stack([values - predicted for predicted in predictions])
    candidates = differences.astype(np.uint8).reshape(len(predictions), rows, -1)  # modulo 256
    signed = candidates.view(np.int8).astype(np.int64)
    chosen = np.abs(signed).sum(axis=-1).argmin(axis=0).astype(np.uint8)
    lines = candidates[chosen, np.arange(rows)]
    return np.concatenate([chosen[:, None], lines], axis=1).tobytes()


def _paeth(
    left: Int16[np.ndarray, "row column 3"],
    above: Int16[np.ndarray, "row column 3"],
    corner: Int16[np.ndarray, "row column 3"],
) -> Int16[np.ndarray, "row column 3"]:
    """Return whichever of the three is nearest to left + above - corner, the first if in doubt."""
    to_left, to_above = np.abs(above - corner), np.abs(left - corner)
    to_corner = np.abs(left + above - 2 * corner)
    others = np.where(to_above <= to_corner, above, corner)
    return np.where((to_left <= to_above) & (to_left <= to_corner), left, others)
