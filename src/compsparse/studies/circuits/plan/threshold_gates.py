"""Jobs on threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.threshold_gates import ThresholdGates


def collect(plan: Collector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme: constructions that are cheaper to repeat than to store."""
    results = {
        "threshold_functions": settings.threshold_functions.evaluate,
        "step_costs": settings.step_costs.evaluate,
        "threshold_adder": settings.threshold_adder.evaluate,
    }
    for result, evaluate in results.items():
        plan.evaluate("threshold_gates", result, {}, evaluate.model_dump())
