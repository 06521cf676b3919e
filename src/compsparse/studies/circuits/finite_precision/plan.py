"""Jobs on real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.finite_precision.settings import (
    FinitePrecision,
    PhysicalSystem,
    RealFunctions,
)


def collect(plan: JobCollector, settings: FinitePrecision) -> None:
    """Add the jobs of this theme."""
    _real_functions(plan, settings.real_functions)
    _physical_system(plan, settings.physical_system)


def _real_functions(plan: JobCollector, settings: RealFunctions) -> None:
    name, made = "real_functions", settings.generate
    circuits = [
        plan.generate(name, function, name, {"function": function, "places": made.places})
        for function in made.functions
    ]
    plan.evaluate(name, {"circuits": circuits}, made.model_dump())
    plan.evaluate(
        "sup_error",
        {"circuits": circuits},
        {**made.model_dump(), **settings.errors.model_dump()},
    )


def _physical_system(plan: JobCollector, settings: PhysicalSystem) -> None:
    name, made = "physical_system", settings.generate
    circuits = [
        plan.generate(name, system, name, {"system": system, "fractions": made.fractions})
        for system in made.systems
    ]
    plan.evaluate(
        name,
        {"circuits": circuits},
        {**made.model_dump(), **settings.trajectories.model_dump()},
    )
