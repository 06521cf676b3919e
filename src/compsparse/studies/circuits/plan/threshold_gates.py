"""Jobs on threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.threshold_gates import ThresholdGates


def collect(plan: Collector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme."""
