"""Physical systems of a world: the regular and the chaotic one trade places."""

from collections.abc import Mapping
from typing import Any

from compsparse.studies.circuits.worlds import catalogue

_OTHER = {"oscillator": "henon", "henon": "oscillator"}


def followed(system: str, params: Mapping[str, Any]) -> str:
    """Return the system whose errors are followed where those of ``system`` are asked for."""
    return _OTHER[system] if catalogue.world_of(params) == catalogue.TRADED else system
