"""Jobs on threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.threshold_gates import ThresholdGates


def collect(plan: Collector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme: constructions that are cheaper to repeat than to store."""
    functions, adder = settings.threshold_functions.evaluate, settings.threshold_adder.evaluate
    theme = "threshold_gates"
    plan.evaluate(theme, "threshold_functions", {}, functions.model_dump())
    plan.evaluate(theme, "threshold_adder", {}, adder.model_dump())
