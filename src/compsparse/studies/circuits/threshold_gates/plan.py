"""Jobs on threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.threshold_gates.settings import ThresholdGates


def collect(plan: JobCollector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme: constructions that are cheaper to repeat than to store."""
    results = {
        "threshold_functions": settings.threshold_functions.evaluate,
        "step_costs": settings.step_costs.evaluate,
        "threshold_adder": settings.threshold_adder.evaluate,
    }
    for result, evaluate in results.items():
        plan.evaluate(result, {}, evaluate.model_dump())
