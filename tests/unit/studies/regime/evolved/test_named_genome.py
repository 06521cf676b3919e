"""A genome is the one that params.yaml names, whoever keeps it where."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from compsparse.studies.regime.evolved import generate_layers, generate_picture
from compsparse.studies.regime.evolved.generate_picture import require_named
from compsparse.studies.regime.targets.genome import GenomeError
from tests.unit.studies.regime.targets.small_genomes import file_content


def test_a_genome_is_a_target_and_a_layered_network(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(file_content()), encoding="utf-8")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    inputs, params = {"genome": path}, {"sha256": digest}
    target: dict[str, Any] = generate_picture.run(inputs, **params)
    assert target["data"]["rgb"].shape == (256, 256, 3)
    layers: dict[str, Any] = generate_layers.run(inputs, **params)
    genome = layers["data"]
    assert genome["depth"] >= 1 and genome["count"] >= 1
    assert 0 <= genome["difference"] < 1e-4


def test_another_genome_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(file_content()), encoding="utf-8")
    for step in (generate_picture, generate_layers):
        with pytest.raises(GenomeError, match=r"params\.yaml asks for 0000"):
            step.run({"genome": path}, sha256=64 * "0")


def test_a_missing_genome_names_the_parameter() -> None:
    with pytest.raises(GenomeError, match=r"regime\.picbreeder_dir"):
        require_named(Path("<picbreeder_dir>/skull.json"), 64 * "0")
