"""A file is a target by what it holds, not by what it is called."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compsparse.studies.regime.own_target.reading import read_own_picture, read_own_target
from compsparse.studies.regime.own_target.values import OwnTargetError
from compsparse.studies.regime.targets.generate_target import (
    genome_arrays,
    read_genome,
    target_arrays,
)
from tests.unit.studies.regime.targets.neat_samples import exported, node
from tests.unit.studies.regime.targets.picbreeder_samples import document, packed
from tests.unit.studies.regime.targets.png_samples import sample
from tests.unit.studies.regime.targets.small_genomes import file_content


def test_a_genome_is_what_the_study_makes_of_it(tmp_path: Path) -> None:
    path = tmp_path / "genome.png"
    path.write_text(json.dumps(file_content()), encoding="utf-8")
    target = read_own_target(path)
    expected = genome_arrays(read_genome(path))
    assert isinstance(expected, dict) and target.arrays.keys() == expected.keys()
    for name, array in target.arrays.items():
        np.testing.assert_array_equal(array, expected[name])
    assert (target.activations, target.notes) == ({"sin": 1}, ())
    link = tmp_path / "link"
    link.symlink_to(path)
    np.testing.assert_array_equal(read_own_target(link).arrays["rgb"], target.arrays["rgb"])


def test_a_zip_of_picbreeder_and_a_network_of_neat_python(tmp_path: Path) -> None:
    target = read_own_target(packed(tmp_path / "genome", a=document()))
    assert target.activations == {"sin": 1, "sigmoid": 1}
    path = tmp_path / "network"
    path.write_text(json.dumps(exported([node(0, "gauss")], [(-1, 0, 0.9)])), encoding="utf-8")
    target = read_own_target(path)
    assert target.activations == {"gaussian": 1}
    assert target.notes[0].startswith(
        "A network of neat-python: its inputs -1, -2, -3 are taken as"
    )


def test_a_picture_has_no_activations(tmp_path: Path) -> None:
    path = tmp_path / "picture.zip"
    pixels = np.arange(300, dtype=np.uint16).astype(np.uint8).reshape(10, 10, 3)
    Image.fromarray(pixels).save(path, "JPEG")
    assert read_own_target(path).activations == {}
    path.write_bytes(sample(pixels, "colour"))
    target = read_own_target(path)
    rgb, _ = read_own_picture(path)
    np.testing.assert_array_equal(target.arrays["rgb"], target_arrays(rgb)["rgb"])


def white(path: Path) -> None:
    Image.fromarray(np.full((30, 30), 255, dtype=np.uint8)).save(path, "PNG")


def deep_white(path: Path) -> None:
    # 8 bits of data in a file of 16: the decoder keeps nothing of colours
    levels = np.arange(2700, dtype=np.uint16).reshape(30, 30, 3) % 256
    path.write_bytes(sample(levels, "colour"))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "cannot be read"),
        (lambda path: path.mkdir(), "cannot be read"),
        (lambda path: path.write_bytes(b"GIF89a"), "no genome by its content"),
        (lambda path: path.write_bytes(b"PK"), "not a readable zip"),
        (lambda path: path.write_text("{"), "not readable JSON"),
        (white, "has one colour, so that nothing can be learned"),
        (deep_white, "upper bytes of this PNG of 16 bits are all equal. Save"),
    ],
    ids=["missing", "folder", "gif", "zip", "json", "white", "deep"],
)
def test_what_is_no_target_is_told_in_one_sentence(
    tmp_path: Path, make: object, words: str
) -> None:
    path = tmp_path / "mine"
    make(path)  # type: ignore[operator]
    with pytest.raises(OwnTargetError, match=rf"^{path}: .*{words}") as raised:
        read_own_target(path)
    said = str(raised.value)
    assert said.count(str(path)) <= 2 and "\n" not in said and "snakemake" not in said
