"""Jobs on Turing machines unrolled into circuits (Theorem 1)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.unrolling import Unrolling


def collect(plan: Collector, settings: Unrolling) -> None:
    """Add the jobs of this theme: the circuits of each machine, checked, broken and measured."""
    made = settings.machines.generate
    for group in made.measured:
        for machine in group.machines:
            plan.generate(
                "machines",
                machine,
                "machines",
                {"machine": machine, "kept": made.kept, "measured": group.lengths},
            )
