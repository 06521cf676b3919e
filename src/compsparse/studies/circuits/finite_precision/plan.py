"""Settings and jobs on real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Increasing, Positive, StrictModel
from workflow_engine.job_collector import JobCollector

FunctionName = Literal["product", "square_root", "distance", "reciprocal", "logarithm", "sine"]
SystemName = Literal["oscillator", "henon"]
# m_out; up to 64, the places of a whole number
Places = Annotated[list[Annotated[int, Field(ge=1, le=64)]], Field(min_length=3), Increasing]
_HORIZONS = {"regular_horizon", "chaotic_horizon"}
_GROWN = {"growth_fraction", "starts", "runs", *_HORIZONS}  # parameters of the growth of errors
Counts = Annotated[list[Positive], Field(min_length=3), Increasing]


class Functions(StrictModel):
    """Which circuits are built."""

    functions: list[FunctionName] = Field(min_length=1, description="a cell each")
    places: Places


class Errors(StrictModel):
    """Where circuits are compared with the true function."""

    exhaustive_bits: Annotated[int, Field(ge=8, le=20)] = Field(
        description="inputs of a circuit up to which every code is tested"
    )
    draws: Positive = Field(description="random points of circuits with more inputs")
    wide_draws: Positive = Field(
        description="random points of circuits with more places than float64 resolves"
    )
    network_inputs: Positive = Field(description="on which networks are compared with circuits")
    control_places: Annotated[int, Field(ge=3, le=6)] = Field(
        description="m_out at which codes are shortened; up to 6 every code is tested"
    )


class RealFunctions(StrictModel):
    """Circuits for real functions."""

    generate: Functions
    errors: Errors

    @model_validator(mode="after")
    def _controlled(self) -> "RealFunctions":
        places, control = self.generate.places, self.errors.control_places
        if control not in places or control == places[0]:
            raise ValueError(
                f"a control_places among {places}, not the first, since the control of the root is "
                f"a slope; {control} is not"
            )
        if "square_root" not in self.generate.functions:
            raise ValueError("the function 'square_root', which a control is about")
        return self


class Precisions(StrictModel):
    """The circuits of one step."""

    systems: list[SystemName] = Field(min_length=1, description="a cell each")
    fractions: Counts = Field(description="places behind the point")


class Trajectories(StrictModel):
    """Which trajectories are computed."""

    steps: Counts = Field(description="how often a step is composed; begins with 1")
    composed_fraction: Positive = Field(description="places of the circuits that are composed")
    checked_starts: Positive = Field(description="states on which circuits are compared")
    growth_fraction: Annotated[int, Field(ge=8, le=28)] = Field(
        description="places at which errors are measured"
    )
    regular_horizon: Positive = Field(description="steps of trajectories of regular systems")
    chaotic_horizon: Positive = Field(description="steps of trajectories of chaotic systems")
    first_step: Positive = Field(description="from which the growth of errors is fitted")
    accuracy: Positive = Field(description="m of the error 2^-m that is required")
    starts: Positive = Field(description="states in each run")
    runs: Positive = Field(description="independent sets of starts")

    @model_validator(mode="after")
    def _reach(self) -> "Trajectories":
        if self.steps[0] != 1:
            raise ValueError(f"steps that begin with 1, the measure of all; not {self.steps[0]}")
        shortest = min(self.regular_horizon, self.chaotic_horizon)
        if shortest < max(self.steps[-1], self.first_step + 2):
            raise ValueError(
                f"horizons of at least {max(self.steps[-1], self.first_step + 2)} steps, for the "
                f"last of steps and the fit from first_step on; one is {shortest}"
            )
        return self


class PhysicalSystem(StrictModel):
    """Time steps of physical systems."""

    generate: Precisions
    trajectories: Trajectories

    @model_validator(mode="after")
    def _fits(self) -> "PhysicalSystem":
        made, measured = self.generate, self.trajectories
        if measured.composed_fraction not in made.fractions:
            raise ValueError(
                f"a composed_fraction among the fractions {made.fractions}; "
                f"{measured.composed_fraction} is not"
            )
        return self


class FinitePrecision(StrictModel):
    """The experiments of this theme."""

    real_functions: RealFunctions
    physical_system: PhysicalSystem


def collect(plan: JobCollector, settings: FinitePrecision) -> None:
    """Add the jobs of this theme: a file of circuits for each function and each system."""
    _real_functions(plan, settings.real_functions)
    _physical_system(plan, settings.physical_system)


def _real_functions(plan: JobCollector, settings: RealFunctions) -> None:
    made = settings.generate
    circuits = [
        plan.generate(
            "real_functions",
            function,
            "compsparse.studies.circuits.finite_precision.generate_real_functions",
            {"function": function, "places": made.places},
        )
        for function in made.functions
    ]
    plan.evaluate(
        "compsparse.studies.circuits.finite_precision.evaluate_real_functions",
        {"circuits": circuits},
        made.model_dump(),
        render="compsparse.studies.circuits.finite_precision.render_real_functions",
    )
    plan.evaluate(
        "compsparse.studies.circuits.finite_precision.evaluate_sup_error",
        {"circuits": circuits},
        {**made.model_dump(), **settings.errors.model_dump()},
        render="compsparse.studies.circuits.finite_precision.render_sup_error",
    )


def _physical_system(plan: JobCollector, settings: PhysicalSystem) -> None:
    made, measured = settings.generate, settings.trajectories
    circuits = [
        plan.generate(
            "physical_system",
            system,
            "compsparse.studies.circuits.finite_precision.generate_physical_system",
            {"system": system, "fractions": made.fractions},
        )
        for system in made.systems
    ]
    growth = [
        plan.generate(
            "error_growth",
            system,
            "compsparse.studies.circuits.finite_precision.generate_error_growth",
            {"system": system, **measured.model_dump(include=_GROWN)},
        )
        for system in made.systems
    ]
    plan.evaluate(
        "compsparse.studies.circuits.finite_precision.evaluate_physical_system",
        {"circuits": circuits, "growth": growth},
        {**made.model_dump(), **measured.model_dump(exclude=_HORIZONS)},
        render="compsparse.studies.circuits.finite_precision.render_physical_system",
        render_params={"first_step": measured.first_step},
    )
