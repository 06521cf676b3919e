"""PNGs: a whole file, in order and as large as it says, and nothing else goes to the decoder.

Decoders differ in what they make of any other file, and some follow it into all memory: a second
header of another size, image data that unpack to a thousand times the picture, a vast profile.

A reader's own picture, a square PNG of any size, becomes a target of 256 x 256 pixels. Grey,
palette and colour, 8 or 16 bits, interlaced or not; 16 bits of colour are reduced to their upper 8,
of grey without transparency they are kept, so that a picture saved at 8 and at 16 bits is the same
target. Transparent pixels are blended over white: alpha * colour + 1 - alpha. Other sizes become
256 x 256 by averaging over areas (a box filter, weights by overlap); a smaller picture is enlarged
by repeating pixels.
"""

import io
import itertools
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32
from PIL import Image

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import read_regular

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
_BITS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_PALETTE, _COLOUR = 3, 2  # colour types
# first column and row of each of the seven passes of an interlaced picture, and their distances
_PASSES = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)
)  # fmt: skip
_ORDER = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # all that decides the picture
_PIECE = 1 << 22  # bytes that are unpacked at a time


class BrokenPngError(ValueError):
    """What is wrong with the bytes of a PNG, as a sentence."""


@dataclass(frozen=True)
class PngHeader:
    """Size and kind of a picture."""

    columns: int
    rows: int
    bits: int  # of a channel, or of an entry of a palette
    kind: int  # colour type
    interlaced: bool

    @property
    def unpacked(self) -> int:
        """Bytes of all rows, each with the number of its filter."""
        passes = _PASSES if self.interlaced else ((0, 0, 1, 1),)
        total = 0
        for column, row, across, down in passes:
            columns = -(-(self.columns - column) // across)
            rows = -(-(self.rows - row) // down)
            if columns > 0 and rows > 0:
                total += rows * (1 + -(-columns * self.bits * _CHANNELS[self.kind] // 8))
        return total


def read_header(content: bytes) -> PngHeader:
    """Read the header alone, which says whether the rest is worth reading.

    Raises:
        BrokenPngError: there is none, or one that no picture has.
    """
    if len(content) < 29 or not content.startswith(SIGNATURE + b"\0\0\0\rIHDR"):
        raise BrokenPngError("This is no PNG.")
    columns, rows, bits, kind, packing, filtering, interlaced = struct.unpack(
        ">IIBBBBB", content[16:29]
    )
    if bits not in _BITS.get(kind, ()) or packing or filtering or interlaced > 1:
        raise BrokenPngError(
            f"This PNG is damaged (no picture has colour type {kind} with {bits} bits, packing "
            f"{packing}, filter {filtering} and interlacing {interlaced})."
        )
    return PngHeader(columns, rows, bits, kind, bool(interlaced))


def plain_png(content: bytes) -> bytes:
    """Return the same picture without anything else that the file holds: profiles, text, times.

    Raises:
        BrokenPngError: the file is damaged, an animation, or holds more or less than its header
            says.
    """
    header = read_header(content)
    kept: dict[bytes, list[bytes]] = {kind: [] for kind in _ORDER}
    stage = 0
    for kind, body in _chunks(content):
        if kind == b"acTL":
            raise BrokenPngError("This PNG is an animation; save one of its frames.")
        if kind not in kept:
            if kind[:1].isupper():
                raise BrokenPngError(f"This PNG has a part {kind!r} that no reader of PNGs knows.")
            stage += stage == _ORDER.index(b"IDAT")  # image data stand in one piece
            continue
        if _ORDER.index(kind) < stage or (kept[kind] and kind != b"IDAT"):
            raise BrokenPngError(
                f"This PNG is damaged (its part {kind.decode()} is repeated or out of order)."
            )
        stage = _ORDER.index(kind)
        kept[kind].append(body)
    if header.kind == _PALETTE and not kept[b"PLTE"]:
        raise BrokenPngError("This PNG is damaged (it has no palette).")
    if header.kind == _COLOUR and header.bits == 16:
        # the decoder reduces colours to their upper bytes, so that the transparent one follows
        kept[b"tRNS"] = [
            bytes(byte for upper in body[::2] for byte in (0, upper)) for body in kept[b"tRNS"]
        ]
    packed = b"".join(kept[b"IDAT"])
    _require_unpacked(packed, header.unpacked)
    kept[b"IDAT"] = [packed]
    chunks = ((kind, body) for kind in _ORDER for body in kept[kind])
    return SIGNATURE + b"".join(itertools.starmap(chunk, chunks))


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and content of all parts; refuse a file that is cut off or changed."""
    start, kind = len(SIGNATURE), b""
    while kind != b"IEND":
        length = int.from_bytes(content[start : start + 4], "big")
        checked, end = content[start + 4 : start + 8 + length], start + 12 + length
        kind = checked[:4]
        if end > len(content) or zlib.crc32(checked) != int.from_bytes(
            content[end - 4 : end], "big"
        ):
            raise BrokenPngError(f"This PNG is cut off or changed at byte {start}.")
        yield kind, checked[4:]
        start = end


def _require_unpacked(packed: bytes, expected: int) -> None:
    """Unpack the image data piece by piece, as far as the header says."""
    inflater, found = zlib.decompressobj(), 0
    try:
        while not inflater.eof and found <= expected:
            piece = inflater.decompress(packed, _PIECE)
            packed = inflater.unconsumed_tail
            found += len(piece)
            if not (piece or packed):
                break
    except zlib.error as error:
        raise BrokenPngError(f"This PNG is damaged ({error}).") from None
    if found != expected:
        amount = "more" if found > expected else "less"
        raise BrokenPngError(
            f"This PNG is damaged (it holds {amount} than the {expected} bytes that its header "
            f"asks for)."
        )


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a part with its length before it and its check behind."""
    check = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)


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
