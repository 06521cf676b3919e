"""Small genomes in files, a target, and the step's parameters."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from workflow_engine.artifacts.arrays import encode

RECIPE = Recipe("adam", 3e-3, 1e-3, steps=3, pixels=16)
PARAMS: dict[str, Any] = {
    "root_seed": 4,
    "seed_names": ["regime", "wiring", "small"],
    "depth": 3,
    "units": {"identity": 4, "gaussian": 2, "sigmoid": 2},
    "controls": ["rewired", "foreign", "permuted", "random"],
    "runs": 2,
    "recipe": RECIPE,
    "retry": RetryRule(after=0.5, error=10.0, retries=0),
}
_LABELS = {"h": "hue", "s": "saturation", "v": "brightness"}
_OWN = (
    {"a": "gaussian", "b": "sigmoid", "c": "gaussian", "e": "gaussian", "f": "sigmoid"},
    "xa xb yb yc de ae bf cf ch eh fs fv es cv",
)
_OTHER = (
    {"a": "sigmoid", "b": "sigmoid", "c": "gaussian", "e": "gaussian", "f": "gaussian"},
    "xa yb dc ae be bf cf eh fs fv ev xe",
)


def genome_file(folder: Path, name: str, parts: tuple[dict[str, str], str]) -> Path:
    """Write a genome of hidden nodes and edges, each edge two letters."""
    hidden, edges = parts
    nodes = [{"id": i, "activation": "identity", "role": "input", "label": i} for i in "xyd"]
    nodes += [{"id": i, "activation": kind, "role": "hidden"} for i, kind in hidden.items()]
    nodes += [
        {"id": i, "activation": "identity", "role": "output", "label": label}
        for i, label in _LABELS.items()
    ]
    listed = [
        {"from": edge[0], "to": edge[1], "weight": 0.4 + 0.1 * number}
        for number, edge in enumerate(edges.split())
    ]
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"nodes": nodes, "edges": listed}))
    return path


def small_inputs(folder: Path) -> dict[str, Path]:
    """Write two genomes and a target of 256 x 256 pixels."""
    target = folder / "target.npz"
    rgb = np.zeros((256, 256, 3), dtype=np.float32)
    rgb[64:128, :, 0] = 0.8
    target.write_bytes(encode(target, {"rgb": rgb, "complexity": np.array(0.1)}))
    return {
        "target": target,
        "genome": genome_file(folder, "own", _OWN),
        "other": genome_file(folder, "other", _OTHER),
    }


def wiring_at(path: Path) -> Wiring:
    """Return the wiring of a genome's file."""
    genome = layered(read_genome(path))
    return own_wiring(genome.shape, genome.mask)
