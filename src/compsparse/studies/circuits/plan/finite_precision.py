"""Jobs on real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.finite_precision import (
    FinitePrecision,
    PhysicalSystem,
    RealFunctions,
)

_THEME = "finite_precision"
_LARGEST_CHECKED = 24  # m_out up to which float64 can tell errors (``real_functions.sup_error``)


def collect(plan: Collector, settings: FinitePrecision) -> None:
    """Add the jobs of this theme."""
    _real_functions(plan, settings.real_functions)
    _physical_system(plan, settings.physical_system)


def _real_functions(plan: Collector, settings: RealFunctions) -> None:
    name, made = "real_functions", settings.generate
    circuits = [
        plan.generate(name, function, name, {"function": function, "places": made.places})
        for function in made.functions
    ]
    plan.evaluate(_THEME, name, {"circuits": circuits}, made.model_dump())
    checked = [places for places in made.places if places <= _LARGEST_CHECKED]
    plan.evaluate(
        _THEME,
        "sup_error",
        {"circuits": circuits},
        {"functions": made.functions, "places": checked, **settings.errors.model_dump()},
    )


def _physical_system(plan: Collector, settings: PhysicalSystem) -> None:
    name, made = "physical_system", settings.generate
    circuits = [
        plan.generate(name, system, name, {"system": system, "fractions": made.fractions})
        for system in made.systems
    ]
    plan.evaluate(
        _THEME,
        name,
        {"circuits": circuits},
        {**made.model_dump(), **settings.trajectories.model_dump()},
    )
