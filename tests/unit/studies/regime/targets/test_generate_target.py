"""A target comes from a drawing, a genome or a picture."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.own_target.reading import read_own_picture
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.generate_target import (
    genome_arrays,
    read_genome,
    run,
    target_arrays,
)
from compsparse.studies.regime.targets.genome import GenomeError
from compsparse.studies.regime.targets.genome_files import read_genome_json, read_picbreeder
from compsparse.studies.regime.targets.png_complexity import eight_bits, encode_png, png_complexity
from tests.unit.studies.regime.targets.picbreeder_samples import document, packed
from tests.unit.studies.regime.targets.small_genomes import file_content


def checked_rgb(data: dict[str, Any]) -> np.ndarray:
    assert {"rgb", "complexity"} <= set(data)
    assert data["complexity"].shape == ()
    assert float(data["complexity"]) == png_complexity(data["rgb"])
    assert (data["rgb"].shape, data["rgb"].dtype) == ((256, 256, 3), np.float32)
    return np.asarray(data["rgb"])


def test_genome_and_picture(tmp_path: Path) -> None:
    genome = tmp_path / "g.json"
    genome.write_text(json.dumps(file_content()), encoding="utf-8")
    drawn = checked_rgb(genome_arrays(read_genome(genome)))
    np.testing.assert_allclose(drawn, draw_genome(read_genome_json(genome), 256), atol=1e-7)
    picture = tmp_path / "p.png"
    picture.write_bytes(encode_png(eight_bits(drawn)))
    read = checked_rgb(target_arrays(read_own_picture(picture)[0]))
    np.testing.assert_allclose(read, drawn, atol=0.51 / 255)


def test_drawing() -> None:
    made: Any = run({}, drawing="cube_and_sphere")
    assert checked_rgb(made["data"]).std() > 0.1


def test_a_genome_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "g.ZIP"
    path.write_text(json.dumps(file_content()), encoding="utf-8")
    assert read_genome(path) == read_genome_json(path)
    path = packed(tmp_path / "g.json", a=document())
    assert read_genome(path) == read_picbreeder(path)
    path.write_text(document(), encoding="utf-8")
    assert read_genome(path) == read_picbreeder(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no genome by its content"),
        (b"no zip", "no genome by its content"),
        (pickle.dumps({"nodes": []}), "a pickle is never read"),
        (b"PK", "not a readable zip"),
        (b" <", "XML cannot be read"),
        (b"[1]", "no JSON object"),
    ],
)
def test_what_is_no_genome_is_refused_by_its_name(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(content)
    with pytest.raises(GenomeError, match=rf"g\.json: .*{words}"):
        read_genome(path)


def test_a_picture_of_one_colour_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "white.png"
    for level in (1.0, 0.3):
        path.write_bytes(encode_png(eight_bits(np.full((40, 40, 3), level))))
        with pytest.raises(ValueError, match="has one colour, so that nothing can be learned"):
            target_arrays(read_own_picture(path)[0])
    content = file_content()
    for edge in content["edges"]:
        edge["weight"] = 0
    genome = tmp_path / "g.json"
    genome.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match="has one colour"):
        genome_arrays(read_genome(genome))


def test_a_drawing_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="drawing is 'horse'; allowed: car, cat"):
        run({}, drawing="horse")
