"""A small valid registry, and makers of files and judged claims, for the tests of claims."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from compsparse.claims.band import Band
from compsparse.claims.judged import JudgedClaim

REGISTRY: dict[str, Any] = {
    "study": "toy",
    "document": "004",
    "registered": None,
    "results": {
        "curve": {
            "title": "Curve",
            "place": "Figure 1",
            "scale": "smoke",
            "message": "It rises.",
            "metrics": {"slope, rise_K": "how steep it is", "count": "points"},
            "claims": {
                "slope": {
                    "statement": "The curve rises.",
                    "source": "Document 004, Figure 1",
                    "kind": "statistical",
                    "theory": None,
                    "accept": {"above": 0},
                    "origin": "document",
                    "band": "A sign.",
                    "scale": "default",
                },
                "count": {
                    "statement": "There are three points.",
                    "source": "Document 004, Figure 1",
                    "metric": "count",
                    "kind": "exact",
                    "theory": 3,
                    "accept": {"equal": 3},
                    "origin": "theorem",
                    "band": "A count.",
                    "scale": "smoke",
                },
            },
        }
    },
}

JUDGED: dict[str, Any] = {
    "id": "toy_curve_slope",
    "role": "claim",
    "tests": ["004_figure_1"],
    "figure": "figures/toy_curve.svg",
    "statement": "The curve rises.",
    "source": "Document 004, Figure 1",
    "metric": "toy_curve.slope",
    "kind": "statistical",
    "value": 1.25,
    "low": 0.5,
    "high": 2.0,
    "seeds": 4,
    "asymptotic": None,
    "finite_size": None,
    "margin": 0.1,
    "margin_reason": "",
    "accept": Band(above=0.0),
    "origin": "document",
    "band": "A sign.",
    "scale": "default",
    "judged_at": "default",
    "verdict": "holds",
    "seeds_needed": None,
    "why": "",
    "registered": {},
}


@pytest.fixture
def registry_data() -> dict[str, Any]:
    """A valid registry as plain data, free to be spoiled."""
    return copy.deepcopy(REGISTRY)


@pytest.fixture
def write_registry(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    """Write a registry where its study's file belongs."""

    def write(data: dict[str, Any]) -> Path:
        path = tmp_path / "toy.yaml"
        path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        return path

    return write


@pytest.fixture
def write_metrics(tmp_path: Path) -> Callable[[str, object], Path]:
    """Write ``<result>.metrics.json``."""

    def write(result: str, content: object) -> Path:
        path = tmp_path / f"{result}.metrics.json"
        path.write_text(json.dumps({result: content}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def judged_claim() -> Callable[..., JudgedClaim]:
    """Make a judged claim that holds, with the given fields changed."""
    return lambda **changes: JudgedClaim.model_validate({**JUDGED, **changes})
