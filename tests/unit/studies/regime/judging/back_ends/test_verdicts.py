"""Items know their pictures by hash, and verdicts say one thing."""

import hashlib
import io
import math

import numpy as np
import pytest
from PIL import Image

from compsparse.studies.regime.judging.back_ends.png import png_bytes
from compsparse.studies.regime.judging.back_ends.prompt import PROMPT, PROMPT_SHA256
from compsparse.studies.regime.judging.back_ends.verdicts import Item, error_verdict, make_item
from tests.unit.studies.regime.judging.back_ends.conftest import item, verdict

WHERE = {"target_name": "face", "layer": 0, "row": 3, "column": 1, "sign": -1, "delta": 0.25}


def picture(seed: int, rows: int = 256, columns: int = 256) -> np.ndarray:
    return np.random.default_rng(seed).random((rows, columns, 3), dtype=np.float32)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 5), (256, 256)])
def test_another_program_reads_the_same_pixels(rows: int, columns: int) -> None:
    rgb = picture(0, rows, columns)
    with Image.open(io.BytesIO(png_bytes(rgb))) as image:
        image.load()
        assert (image.format, image.mode) == ("PNG", "RGB")
        np.testing.assert_array_equal(np.asarray(image), np.rint(rgb * 255).astype(np.uint8))


def test_the_bytes_of_a_picture_never_change() -> None:
    rgb = np.array([[[0, 0.5, 1], [1, 1, 1]]], dtype=np.float32)
    stored = "7801 01 0700 f8ff 00 0080ff ffffff"  # zlib, last block, length, filter, two pixels
    assert bytes.fromhex(stored) in png_bytes(rgb)
    digest = hashlib.sha256(png_bytes(rgb)).hexdigest()
    assert digest == "233d5acb8ef3391a70bf8f3a15591d7f2c528e0364e5cae29e3d7b4346198a6f"


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, math.inf])
def test_colours_out_of_range_are_named(value: float) -> None:
    rgb = np.zeros((2, 3, 3), dtype=np.float32)
    rgb[1, 2, 0] = value
    with pytest.raises(ValueError, match="Row 1, column 2, channel 0"):
        png_bytes(rgb)


def test_an_item_is_its_two_pictures_and_the_prompt() -> None:
    base, changed = picture(0), picture(1)
    first = make_item(base, changed, **WHERE)
    text = first.base_png + first.changed_png + PROMPT_SHA256.encode()
    assert first.id == hashlib.sha256(text).hexdigest()
    assert hashlib.sha256(PROMPT.encode()).hexdigest() == PROMPT_SHA256
    assert make_item(base, changed, **WHERE | {"row": 9}).id == first.id
    assert make_item(changed, base, **WHERE).id != first.id
    expected = np.sqrt(((changed.astype(float) - base) ** 2).mean())
    assert first.rms == pytest.approx(expected, rel=1e-12)
    assert len(repr(first)) < 400  # no pictures


def test_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="64 x 64 pixels; judges see 256 x 256"):
        make_item(picture(0, 64, 64), picture(1, 64, 64), **WHERE)


@pytest.mark.parametrize("wrong", [{"sign": 2}, {"delta": -0.5}, {"delta": math.nan}])
def test_changes_that_cannot_be_are_refused(wrong: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        make_item(picture(0), picture(1), **WHERE | wrong)


def test_the_prompt_names_no_method_and_asks_for_json() -> None:
    words = PROMPT.lower()
    methods = [
        "prun",
        "neat",
        "sgd",
        "wanda",
        "lottery",
        "network",
        "evol",
        "weight",
        "composition",
    ]
    assert [word for word in methods if word in words] == []
    assert all(f'"{name}"' in PROMPT for name in ("meaningful", "confidence", "reason"))


@pytest.mark.parametrize(
    "wrong",
    [
        *({"meaningful": None}, {"meaningful": 2}, {"error": "no", "meaningful": 1}),
        *({"confidence": 1.5}, {"confidence": math.nan}, {"latency_s": -1.0}, {"id": "x"}),
        *({"latency_s": math.inf}, {"reason": "two\nlines"}, {"prompt_sha256": "A" * 64}),
    ],
)
def test_verdicts_that_cannot_be_are_refused(wrong: dict) -> None:
    with pytest.raises(ValueError, match="allowed"):
        verdict(0, **wrong)


def test_an_error_verdict_has_no_answer() -> None:
    no = error_verdict(item(0), "gone\naway", judge="j", model="m")
    assert (no.meaningful, no.error, no.id) == (None, r"gone\naway", item(0).id)
    assert isinstance(item(0), Item)
