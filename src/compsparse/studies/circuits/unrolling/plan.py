"""Jobs on Turing machines unrolled into circuits (Theorem 1)."""

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.unrolling.settings import Unrolling


def collect(plan: JobCollector, settings: Unrolling) -> None:
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
        "pipeline",
        {"data": data},
        {**of, "kept": made.kept, **settings.machines.evaluate.model_dump()},
    )
    plan.evaluate("broken_pipeline", {}, settings.broken_pipeline.evaluate.model_dump())
    plan.evaluate("growth", {"data": data}, of)
