"""Pictures of a reader: sizes, depths, transparency, and what is refused."""

import struct
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compsparse.studies.regime.own_target.reading import read_own_picture
from compsparse.studies.regime.targets.png_files import PictureError
from tests.unit.studies.regime.targets.png_samples import chunk, header, image_data, png, sample


def save(path: Path, pixels: np.ndarray, mode: str | None = None) -> Path:
    picture = Image.fromarray(pixels)
    (picture.convert(mode) if mode else picture).save(path)
    return path


def read_picture(path: Path) -> np.ndarray:
    rgb, _ = read_own_picture(path)
    return rgb


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
    path = written(tmp_path, sample(levels, "colour"))
    np.testing.assert_allclose(read_picture(path), levels / 65535, atol=1 / 255)


def written(folder: Path, content: bytes) -> Path:
    path = folder / "p.png"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("size", [256, 40, 300])
@pytest.mark.parametrize(
    ("kind", "channels", "transparent"),
    [
        ("grey", 1, False),
        ("grey", 1, True),
        ("colour", 3, False),
        ("colour", 3, True),
        ("grey and alpha", 2, False),
        ("colour and alpha", 4, False),
    ],
)
def test_a_picture_at_8_and_at_16_bits_is_the_same_target(
    tmp_path: Path, size: int, kind: str, channels: int, transparent: bool
) -> None:
    pixels = noise(size, channels)
    pixels[0, :, :] = np.arange(size, dtype=np.int64)[:, None] % 256  # every level
    found = []
    for levels in (pixels, pixels.astype(np.uint16) * 257):
        # the colour of one pixel is transparent
        mask = levels[5, 7].astype(">u2").tobytes()
        extra = (chunk(b"tRNS", mask),) if transparent else ()
        found.append(read_picture(written(tmp_path, sample(levels, kind, *extra))).tobytes())
    assert found[0] == found[1]


def test_an_interlaced_picture_is_read(tmp_path: Path) -> None:
    pixels = noise(37, 3)
    plain = read_picture(written(tmp_path, sample(pixels, "colour")))
    woven = read_picture(written(tmp_path, sample(pixels, "colour", interlaced=True)))
    np.testing.assert_array_equal(woven, plain)


SMALL = np.arange(192, dtype=np.uint8).reshape(8, 8, 3)
VAST = zlib.compress(bytes(64 << 20))  # zeros
TEXT = b"Comment\0"


@pytest.mark.parametrize(
    "extra",
    [
        chunk(b"iCCP", b"profile\0\0" + VAST),
        chunk(b"zTXt", TEXT + b"\0" + VAST),
        chunk(b"iTXt", TEXT + b"\1\0\0\0" + VAST),
        chunk(b"eXIf", b"no EXIF"),
        chunk(b"gAMA", b"?"),
    ],
    ids=["profile", "text", "international", "exif", "gamma"],
)
def test_what_is_beside_the_picture_is_not_read(tmp_path: Path, extra: bytes) -> None:
    plain = read_picture(written(tmp_path, sample(SMALL, "colour")))
    path = written(tmp_path, sample(SMALL, "colour", extra))
    np.testing.assert_array_equal(read_with_little_memory(path), plain)


def read_with_little_memory(path: Path) -> np.ndarray:
    tracemalloc.start()
    try:
        return read_picture(path)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 32 << 20


PLTE = chunk(b"PLTE", bytes(range(6)))
IDAT = image_data(SMALL)
HEAD = header(8, 8, 8, "colour")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (sample(SMALL, "colour", header(4000, 4000, 8, "colour")), "IHDR is repeated"),
        (sample(SMALL, "colour", after=header(4000, 4000, 8, "colour")), "IHDR is repeated"),
        (sample(SMALL, "colour", PLTE, PLTE), "PLTE is repeated"),
        (sample(SMALL, "colour", after=PLTE), "PLTE is repeated or out of order"),
        (sample(SMALL, "colour", after=chunk(b"tRNS", bytes(6))), "tRNS is repeated or out"),
        (png(HEAD, IDAT, chunk(b"tEXt", TEXT), IDAT), "IDAT is repeated or out of order"),
        (sample(SMALL, "colour", chunk(b"ABCD", b"")), "part b'ABCD' that no reader"),
        (sample(SMALL, "colour", chunk(b"acTL", bytes(8))), "animation; save one"),
        (png(HEAD, chunk(b"IDAT", VAST)), "holds more than the 200 bytes"),
        (png(HEAD, image_data(SMALL[:7])), "holds less than the 200 bytes"),
        (png(HEAD), "holds less than"),
        (png(header(8, 8, 8, "palette"), image_data(SMALL[..., 0])), "no palette"),
        (png(header(8, 8, 4, "colour"), IDAT), "colour type 2 with 4 bits"),
        (png(header(8, 8, 8, "colour").replace(b"IHDR", b"IHDX"), IDAT), "no PNG"),
    ],
)
def test_what_a_decoder_could_stumble_over_is_refused(
    tmp_path: Path, content: bytes, words: str, recwarn: pytest.WarningsRecorder
) -> None:
    with pytest.raises(PictureError, match=words) as raised:
        read_with_little_memory(written(tmp_path, content))
    assert str(raised.value).count("p.png") == 1 and "\n" not in str(raised.value)
    assert not recwarn.list


def test_what_is_no_square_picture_is_refused(tmp_path: Path) -> None:
    pixels = noise(32, 3)
    with pytest.raises(PictureError, match=r"p\.png: The picture of 32 x 16 pixels is no square"):
        read_picture(save(tmp_path / "p.png", pixels[:16]))
    with pytest.raises(PictureError, match=r"neither a PNG nor a JPEG\. Give a square PNG"):
        read_picture(save(tmp_path / "p.bmp", pixels))
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
