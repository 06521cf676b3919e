"""Pictures of a reader: sizes, depths, transparency, and what is refused."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compsparse.studies.regime.targets.png_files import PictureError, read_picture


def save(path: Path, pixels: np.ndarray, mode: str | None = None) -> Path:
    picture = Image.fromarray(pixels)
    (picture.convert(mode) if mode else picture).save(path)
    return path


def noise(size: int, channels: int) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (size, size, channels), dtype=np.uint8)


def test_the_own_size_is_read_as_it_is(tmp_path: Path) -> None:
    pixels = noise(256, 3)
    read = read_picture(save(tmp_path / "p.png", pixels))
    np.testing.assert_array_equal(read, pixels.astype(np.float32) / np.float32(255))


def test_a_larger_picture_is_averaged_and_a_smaller_one_repeated(tmp_path: Path) -> None:
    large = noise(512, 3)
    blocks = large.reshape(256, 2, 256, 2, 3).mean(axis=(1, 3)) / 255
    np.testing.assert_allclose(read_picture(save(tmp_path / "l.png", large)), blocks, atol=1e-6)
    small = noise(64, 3)
    repeated = small.repeat(4, axis=0).repeat(4, axis=1) / 255
    np.testing.assert_allclose(read_picture(save(tmp_path / "s.png", small)), repeated, atol=1e-6)


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    pixels = np.zeros((256, 256, 4), dtype=np.uint8)
    pixels[..., 0] = 255  # red
    pixels[:128, :, 3] = 51  # a fifth
    read = read_picture(save(tmp_path / "p.png", pixels))
    np.testing.assert_allclose(read[0, 0], [1.0, 0.8, 0.8], atol=1e-6)
    np.testing.assert_allclose(read[-1, 0], 1.0)


@pytest.mark.parametrize("mode", ["P", "1", "L", "LA"])
def test_palette_and_grey(tmp_path: Path, mode: str) -> None:
    pixels = np.zeros((256, 256, 3), dtype=np.uint8)
    pixels[:, 100:] = 255
    read = read_picture(save(tmp_path / "p.png", pixels, mode))
    np.testing.assert_allclose(read, pixels / 255, atol=1e-6)


def test_16_bits_of_grey_are_kept(tmp_path: Path) -> None:
    levels = np.arange(65536, dtype=np.uint16).reshape(256, 256)
    read = read_picture(save(tmp_path / "p.png", levels))
    np.testing.assert_allclose(read[..., 1], levels / 65535, atol=1e-7)


def test_16_bits_of_colour_are_read(tmp_path: Path) -> None:
    levels = np.random.default_rng(5).integers(0, 65536, (256, 256, 3), dtype=np.uint16)
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in levels)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 16, 2, 0, 0, 0))]
    chunks += [(b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    path = tmp_path / "p.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in chunks
        )
    )
    np.testing.assert_allclose(read_picture(path), levels / 65535, atol=1 / 255)


def test_what_is_no_square_png_is_refused(tmp_path: Path) -> None:
    pixels = noise(32, 3)
    with pytest.raises(PictureError, match=r"p\.png: The picture has 32 x 16 pixels, not a square"):
        read_picture(save(tmp_path / "p.png", pixels[:16]))
    with pytest.raises(PictureError, match=r"This is no PNG\. Give a square PNG"):
        read_picture(save(tmp_path / "p.jpg", pixels))
    with pytest.raises(PictureError, match="cannot be read"):
        read_picture(tmp_path / "missing.png")
    with pytest.raises(PictureError, match="cannot be read"):
        read_picture(tmp_path)


@pytest.mark.parametrize("side", [0, 4097, 2**32 - 1])
def test_a_size_out_of_range_is_refused_by_its_header(tmp_path: Path, side: int) -> None:
    path = save(tmp_path / "p.png", noise(32, 3))
    content = path.read_bytes()
    path.write_bytes(content[:16] + struct.pack(">II", side, side) + content[24:])
    with pytest.raises(PictureError, match=f"has {side} pixels per side"):
        read_picture(path)


def test_a_damaged_file_gives_one_error(tmp_path: Path) -> None:
    path = save(tmp_path / "p.png", noise(32, 3))
    content = path.read_bytes()
    generator = np.random.default_rng(1)
    for length in (0, 8, 24, 40, len(content) // 2, len(content) - 20):
        path.write_bytes(content[:length])
        with pytest.raises(PictureError):
            read_picture(path)
    for _ in range(50):
        spoilt = bytearray(content)
        spoilt[generator.integers(8, len(content))] ^= 1 << int(generator.integers(8))
        path.write_bytes(spoilt)
        with pytest.raises(PictureError):
            read_picture(path)


def test_a_whole_file_with_damaged_contents_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path / "p.png", noise(32, 3))
    content = path.read_bytes()
    start = content.index(b"IDAT")
    length = int.from_bytes(content[start - 4 : start], "big")
    packed = b"IDAT" + bytes(length)
    check = struct.pack(">I", zlib.crc32(packed))
    path.write_bytes(content[:start] + packed + check + content[start + 8 + length :])
    with pytest.raises(PictureError, match="damaged"):
        read_picture(path)
