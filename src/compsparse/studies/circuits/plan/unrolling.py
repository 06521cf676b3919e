"""Jobs on Turing machines unrolled into circuits (Theorem 1)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.unrolling import Unrolling


def collect(plan: Collector, settings: Unrolling) -> None:
    """Add the jobs of this theme."""
