"""Jobs on learning circuits as next tokens (Theorem 4)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.next_token import NextToken


def collect(plan: Collector, settings: NextToken) -> None:
    """Add the jobs of this theme."""
