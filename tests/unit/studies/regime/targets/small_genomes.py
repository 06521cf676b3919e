"""Genomes of a few nodes for the tests, and where the repository's own and Picbreeder's are."""

import os
from pathlib import Path
from typing import Any

import pytest

from compsparse.studies.regime.targets.genome import Edge, Genome, Node

BUILT = sorted((Path(__file__).parents[5] / "workflow" / "targets").glob("*.json"))
PICBREEDER = os.environ.get("COMPSPARSE_PICBREEDER_DIR")
needs_picbreeder = pytest.mark.skipif(
    PICBREEDER is None, reason="COMPSPARSE_PICBREEDER_DIR names no folder of genomes"
)
INPUTS = tuple(Node(label, "identity", "input", label) for label in ("x", "y", "d", "bias"))


def colour_genome(
    hidden: dict[str, str], edges: list[tuple[str, str, float]], parts: Any = None
) -> Genome:
    """Return a genome with identity outputs h, s, v; hidden nodes by id and activation."""
    outputs = {"h": "hue", "s": "saturation", "v": "brightness"}
    nodes = (
        *INPUTS,
        *(Node(name, activation, "hidden") for name, activation in hidden.items()),
        *(Node(name, "identity", "output", label) for name, label in outputs.items()),
    )
    return Genome("small", nodes, tuple(Edge(*edge) for edge in edges), parts or {})


def ink_genome(activation: str, edges: list[tuple[str, str, float]]) -> Genome:
    """Return a grey genome of inputs and the output ``ink``."""
    nodes = (*INPUTS, Node("ink", activation, "output", "ink"))
    return Genome("grey", nodes, tuple(Edge(*edge) for edge in edges))


def file_content() -> dict[str, Any]:
    """Return the JSON of a small genome: x and y into a hidden node, that into the ink."""
    return {
        "name": "small",
        "nodes": [
            {"id": "x", "activation": "identity", "role": "input", "label": "x"},
            {"id": "y", "activation": "identity", "role": "input", "label": "y"},
            {"id": "a", "activation": "sin", "role": "hidden"},
            {"id": "ink", "activation": "gaussian", "role": "output", "label": "ink"},
        ],
        "edges": [
            {"from": "x", "to": "a", "weight": 1.5},
            {"from": "y", "to": "a", "weight": -2},
            {"from": "a", "to": "ink", "weight": 0.5},
        ],
        "parts": {"by node": ["a"], "by edge": [2]},
    }
