"""Jobs on real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.finite_precision.settings import FinitePrecision


def collect(plan: JobCollector, settings: FinitePrecision) -> None:
    """Add the jobs of this theme: a file of circuits for each function and each system."""
    name, functions = "real_functions", settings.real_functions
    made = functions.generate
    circuits = [
        plan.generate(name, function, name, {"function": function, "places": made.places})
        for function in made.functions
    ]
    checked = {**made.model_dump(), **functions.errors.model_dump()}
    plan.evaluate(name, {"circuits": circuits}, made.model_dump())
    plan.evaluate("sup_error", {"circuits": circuits}, checked)

    name, systems = "physical_system", settings.physical_system
    steps = systems.generate
    circuits = [
        plan.generate(name, system, name, {"system": system, "fractions": steps.fractions})
        for system in steps.systems
    ]
    followed = {**steps.model_dump(), **systems.trajectories.model_dump()}
    plan.evaluate(name, {"circuits": circuits}, followed)
