"""Jobs on real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.finite_precision import FinitePrecision


def collect(plan: Collector, settings: FinitePrecision) -> None:
    """Add the jobs of this theme."""
