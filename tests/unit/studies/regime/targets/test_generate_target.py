"""A target comes from exactly one source."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.generate_target import run
from compsparse.studies.regime.targets.genome import GenomeError, read_genome_json
from compsparse.studies.regime.targets.png_complexity import eight_bits, encode_png, png_complexity
from tests.unit.studies.regime.targets.small_genomes import file_content


def checked_rgb(outputs: dict[str, Any]) -> np.ndarray:
    data = outputs["data"]
    assert {"rgb", "complexity"} <= set(data)
    assert data["complexity"].shape == ()
    assert float(data["complexity"]) == png_complexity(data["rgb"])
    assert (data["rgb"].shape, data["rgb"].dtype) == ((256, 256, 3), np.float32)
    return np.asarray(data["rgb"])


def test_genome_and_picture(tmp_path: Path) -> None:
    genome = tmp_path / "g.json"
    genome.write_text(json.dumps(file_content()), encoding="utf-8")
    drawn = checked_rgb(run({"genome": genome}))
    np.testing.assert_allclose(drawn, draw_genome(read_genome_json(genome), 256), atol=1e-7)
    picture = tmp_path / "p.png"
    picture.write_bytes(encode_png(eight_bits(drawn)))
    read = checked_rgb(run({"picture": picture}, drawing=None))
    np.testing.assert_allclose(read, drawn, atol=0.51 / 255)


def test_drawing() -> None:
    assert checked_rgb(run({}, drawing="cube_and_sphere")).std() > 0.1


def test_a_zip_is_told_by_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "g.ZIP"
    path.write_bytes(b"no zip")
    with pytest.raises(GenomeError, match="not a readable zip"):
        run({"genome": path})


def test_exactly_one_source(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="sources are none"):
        run({})
    with pytest.raises(ValueError, match="sources are genome, drawing"):
        run({"genome": tmp_path / "g.json"}, drawing="car")
    with pytest.raises(ValueError, match="drawing is 'horse'; allowed: car, cat"):
        run({}, drawing="horse")
