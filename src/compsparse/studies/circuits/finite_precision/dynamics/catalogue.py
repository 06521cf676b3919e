"""The systems of this study, by name."""

from compsparse.studies.circuits.finite_precision.dynamics.henon import HENON
from compsparse.studies.circuits.finite_precision.dynamics.oscillator import OSCILLATOR
from compsparse.studies.circuits.finite_precision.dynamics.system import System

SYSTEMS: dict[str, System] = {system.name: system for system in (OSCILLATOR, HENON)}
