"""Jobs on Turing machines unrolled into circuits (Theorem 1)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.unrolling import Unrolling


def collect(plan: Collector, settings: Unrolling) -> None:
    """Add the jobs of this theme: the circuits of each machine, checked, broken and measured."""
    made = settings.machines.generate
    data = [
        plan.generate(
            "machines",
            machine,
            "machines",
            {"machine": machine, "kept": made.kept, "measured": group.lengths},
        )
        for group in made.measured
        for machine in group.machines
    ]
    of = {"machines": made.machines}
    plan.evaluate(
        "unrolling",
        "pipeline",
        {"data": data},
        {**of, "kept": made.kept, **settings.machines.evaluate.model_dump()},
    )
    plan.evaluate(
        "unrolling", "broken_pipeline", {}, settings.broken_pipeline.evaluate.model_dump()
    )
    plan.evaluate("unrolling", "growth", {"data": data}, of)
