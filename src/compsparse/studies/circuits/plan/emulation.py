"""Jobs on networks that emulate gates (Lemmas 3 and 4)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.emulation import Emulation


def collect(plan: Collector, settings: Emulation) -> None:
    """Add the jobs of this theme."""
