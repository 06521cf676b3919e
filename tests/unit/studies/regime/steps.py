"""What tests of the study's steps have in common: scenes, their shape, a short recipe."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_target
from compsparse.studies.regime.targets import generate_scene
from compsparse.studies.regime.targets.layering import embedded_scenes, scene_shape
from tests.unit.studies.step_files import arrays, ran, stored

REPOSITORY = Path(__file__).resolve().parents[4]
GENOME = REPOSITORY / "workflow/targets/two_objects.json"
SEEDS: dict[str, Any] = {"root_seed": 3, "seed_names": ["regime", "test", "cell"]}
SCENE = scene_shape()
SHAPE: dict[str, Any] = {"depth": SCENE.depth, "units": dict(SCENE.units)}  # of a scene itself
RECIPE: dict[str, Any] = {
    "optimizer": "muon",
    "rate": 0.02,
    "final_rate": 0.01,
    "steps": 10,
    "pixels": 64,
}


@cache
def scene(seed: int) -> dict[str, np.ndarray]:
    """Return the arrays of a scene; do not change them."""
    return arrays(ran(generate_scene, {}, {"root_seed": seed, "seed_names": ["scene"]}))


def scenes(folder: Path, number: int = 2) -> list[Path]:
    """Write scenes."""
    return [stored(folder / f"scene_{seed}.npz", scene(seed)) for seed in range(number)]


def genomes(folder: Path, targets: list[Path], shape: LayeredShape = SCENE) -> Path:
    """Write the own networks of scenes at a shape."""
    found = embedded_scenes(shape, [read_target(path) for path in targets])
    networks = StoredNetworks.replicates(found.weights, found.weights, found.mask)
    return stored(folder / "genomes.npz", networks.arrays())


def painted(weights: np.ndarray, shape: LayeredShape = SCENE) -> np.ndarray:
    """Return the picture that a network paints."""
    return whole_image(shape, weights)
