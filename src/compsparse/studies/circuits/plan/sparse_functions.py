"""Jobs on what sparse and generic functions cost, and physical systems."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.sparse_functions import SparseFunctions


def collect(plan: Collector, settings: SparseFunctions) -> None:
    """Add the jobs of this theme."""
