"""Jobs on learning single steps of a computation (Figure 10.2, decision trees)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.local_steps import LocalSteps


def collect(plan: Collector, settings: LocalSteps) -> None:
    """Add the jobs of this theme."""
