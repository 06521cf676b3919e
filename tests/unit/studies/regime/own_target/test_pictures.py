"""A reader's pictures: PNG and JPEG, squares or not, and what is said of them."""

import contextlib
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image

from compsparse.studies.regime.own_target.reading import read_own_picture
from compsparse.studies.regime.targets.png_files import PictureError
from tests.unit.studies.regime.targets.png_samples import sample


def saved(path: Path, pixels: np.ndarray, **options: object) -> Path:
    Image.fromarray(pixels).save(path, **options)  # type: ignore[arg-type]
    return path


def quarters(columns: int = 64, rows: int = 64) -> np.ndarray:
    """Return a picture of four colours, red at the top left."""
    pixels = np.zeros((rows, columns, 3), dtype=np.uint8)
    top, left = rows // 2, columns // 2
    pixels[:top, :left, 0] = 255
    pixels[:top, left:, 1] = 255
    pixels[top:, :left, 2] = 255
    return pixels


def test_a_square_png_is_read_as_it_is(tmp_path: Path) -> None:
    path = saved(tmp_path / "p.png", quarters(256, 256))
    rgb, notes = read_own_picture(path)
    np.testing.assert_array_equal(rgb, quarters(256, 256) / np.float32(255))
    assert notes == ()


@pytest.mark.parametrize("name", ["p.jpg", "p.png", "p"])
def test_a_jpeg_is_told_by_its_content(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path / name, quarters(), format="JPEG", quality=95, subsampling=0)
    rgb, notes = read_own_picture(path)
    np.testing.assert_allclose(rgb[::255, ::255].reshape(4, 3), [[1, 0, 0], [0, 1, 0],
                               [0, 0, 1], [0, 0, 0]], atol=0.02)  # fmt: skip
    assert notes == ()
    grey = saved(path, quarters()[..., 0], format="JPEG", quality=95)
    rgb, notes = read_own_picture(grey)
    np.testing.assert_allclose(rgb, rgb[..., :1].repeat(3, axis=-1))
    assert rgb[0, 0, 0] > 0.95


# where the first row and the first column of the stored pixels are shown
SHOWN = {1: "top left", 2: "top right", 3: "bottom right", 4: "bottom left",
         5: "left top", 6: "right top", 7: "right bottom", 8: "left bottom"}  # fmt: skip


@pytest.mark.parametrize("orientation", SHOWN)
def test_a_jpeg_is_turned_as_its_camera_says(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    path = saved(tmp_path / "p.jpg", quarters(), quality=95, subsampling=0, exif=exif)
    rgb, notes = read_own_picture(path)
    first_row, first_column = SHOWN[orientation].split()
    corner = {"top": 0, "bottom": -1, "left": 0, "right": -1}
    upright = first_row in ("top", "bottom")
    row, column = (first_row, first_column) if upright else (first_column, first_row)
    assert rgb[corner[row], corner[column], 0] > 0.95  # red is first in row and column
    # green is at the first row's other end
    other = -1 - corner[first_column]
    place = (corner[row], other) if upright else (other, corner[column])
    assert rgb[place][1] > 0.95
    said = (f"The JPEG is turned as its orientation {orientation} says.",)
    assert notes == (() if orientation == 1 else said)


def test_what_is_no_square_needs_a_choice(tmp_path: Path) -> None:
    pixels = np.full((40, 51, 3), 255, dtype=np.uint8)
    pixels[:, 5:45] = quarters(40, 40)
    path = saved(tmp_path / "p.png", pixels)
    with pytest.raises(
        PictureError, match=r"of 51 x 40 pixels is no square\. Say --fit crop .*pad"
    ):
        read_own_picture(path)
    square, _ = read_own_picture(saved(tmp_path / "square.png", pixels[:, 5:45]))
    cropped, notes = read_own_picture(path, fit="crop")
    np.testing.assert_array_equal(cropped, square)
    assert notes == ("The picture of 51 x 40 pixels is cut to its middle square.",)
    white = np.full((51, 51, 3), 255, dtype=np.uint8)
    white[5:45] = pixels
    padded, notes = read_own_picture(path, fit="pad")
    by_hand, _ = read_own_picture(saved(tmp_path / "white.png", white))
    np.testing.assert_array_equal(padded, by_hand)
    assert notes == ("The picture of 51 x 40 pixels is made a square with white.",)
    turned = saved(path, np.ascontiguousarray(pixels.transpose(1, 0, 2)))
    np.testing.assert_array_equal(
        read_own_picture(turned, fit="crop")[0], square.transpose(1, 0, 2)
    )


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        (np.linspace(0, 4095, 1600).astype(np.uint16), ["uses 6.2 %", "8 to 12 bits"]),
        (np.linspace(30000, 31023, 1600).astype(np.uint16), ["uses 1.6 %", "8 to 12 bits"]),
        (np.linspace(100, 110, 1600).astype(np.uint8), ["uses 3.9 %"]),
        (np.linspace(0, 65535, 1600).astype(np.uint16), []),
        (np.linspace(100, 150, 1600).astype(np.uint8), []),
    ],
)
def test_a_picture_of_little_contrast_is_named(
    tmp_path: Path, levels: np.ndarray, words: list[str]
) -> None:
    path = tmp_path / "p.png"
    path.write_bytes(sample(levels.reshape(40, 40, 1), "grey"))
    _, notes = read_own_picture(path)
    assert len(notes) == bool(words)
    assert [word for word in words if word not in notes[0]] == []
    assert levels.dtype == np.uint16 or "12 bits" not in "".join(notes)


def jpeg(pixels: np.ndarray, mode: str = "RGB", **options: object) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(stream, "JPEG", **options)
    return stream.getvalue()


def resized_header(content: bytes, side: int) -> bytes:
    start = content.index(b"\xff\xc0") + 5
    return content[:start] + 2 * side.to_bytes(2, "big") + content[start + 4 :]


WHOLE = jpeg(quarters())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (jpeg(quarters(), "CMYK"), r"colours of a print \(CMYK\); save it as RGB"),
        (WHOLE[:-200], "JPEG is damaged"),
        (WHOLE[:20], "JPEG is damaged"),
        (WHOLE[:3], "JPEG is damaged"),
        (resized_header(WHOLE, 60000), "has 60000 pixels per side"),
        (resized_header(WHOLE, 20000), "has 20000 pixels per side"),
        (resized_header(WHOLE, 0), "JPEG"),
        (WHOLE + 300 * b"\xff\xda", "drawn over more often"),
        (b"GIF89a", "neither a PNG nor a JPEG"),
        (b"", "neither a PNG nor a JPEG"),
    ],
)
def test_what_is_no_readable_jpeg_is_refused(
    tmp_path: Path,
    content: bytes,
    words: str,
    recwarn: pytest.WarningsRecorder,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "p.jpg"
    path.write_bytes(content)
    with pytest.raises(
        PictureError, match=rf"p\.jpg: .*{words}.*Give a square PNG or JPEG"
    ) as raised:
        read_own_picture(path)
    assert "\n" not in str(raised.value)
    assert not recwarn.list and capfd.readouterr() == ("", "")


def test_a_damaged_jpeg_never_ends_in_another_error(tmp_path: Path) -> None:
    path = tmp_path / "p.jpg"
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    whole = jpeg(quarters(), exif=exif)
    generator = np.random.default_rng(2)
    for _ in range(200):
        spoilt = bytearray(whole)
        for place in generator.integers(2, len(whole), 3):
            spoilt[place] = int(generator.integers(256))
        path.write_bytes(spoilt)
        with contextlib.suppress(PictureError):
            assert read_own_picture(path, fit="crop")[0].shape == (256, 256, 3)
