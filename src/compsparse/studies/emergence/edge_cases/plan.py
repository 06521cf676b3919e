"""Settings and jobs of the edge case k = 2 and what lies beyond the theorem (document 003, I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import STUDY, Collector
from workflow_engine.configuration.values import Increasing, PositiveNumber, StrictModel


class QuadraticFlow(shared.Integrated):
    """The flow at k = 2 by the Riccati equation, for several teachers."""

    exponents: shared.Exponents
    times: shared.Times


class QuadraticExponents(shared.Experiment[shared.Draws, QuadraticFlow]):
    """Exponents of times and loss at k = 2."""

    evaluate: shared.Window

    @model_validator(mode="after")
    def _learns_all(self) -> "QuadraticExponents":
        draws, last = self.generate, self.evaluate.window[1]
        if draws.neurons < draws.directions:
            raise ValueError(
                f"at least as many neurons as the {draws.directions} directions; {draws.neurons} "
                "do not learn them all"
            )
        if last > draws.directions:
            raise ValueError(
                f"a window within the {draws.directions} directions; {last} is beyond them"
            )
        return self


class NeuronFlow(shared.Integrated):
    """The flow of single neurons, for several activations from the same starts."""

    orders: Annotated[list[Annotated[int, Field(ge=2, le=4)]], Field(min_length=1)] = Field(
        description="k of the activations h_k"
    )
    exponent: shared.Exponent


class Activation(StrictModel):
    """A sum of Hermite polynomials."""

    degrees: Annotated[list[Annotated[int, Field(ge=3)]], Field(min_length=1), Increasing]
    squared_coefficients: Annotated[list[PositiveNumber], Field(min_length=1)] = Field(
        description="one for each degree; their sum is 1"
    )

    @model_validator(mode="after")
    def _is_normalized(self) -> "Activation":
        if len(self.degrees) != len(self.squared_coefficients):
            raise ValueError(
                f"one squared coefficient for each degree; there are {len(self.degrees)} degrees "
                f"and {len(self.squared_coefficients)} coefficients"
            )
        if abs(sum(self.squared_coefficients) - 1.0) > 1e-9:
            raise ValueError(
                f"squared coefficients with the sum 1; {self.squared_coefficients} have another"
            )
        return self


class MixedFlow(shared.Integrated):
    """The flow of several activations of several degrees from the same starts."""

    activations: Annotated[list[Activation], Field(min_length=1)]
    exponent: shared.Exponent


class MixedDegree(shared.Trained[MixedFlow]):
    """Times against ranks and against dimensions, for activations of several degrees."""

    ranks: shared.Draws
    dimensions: shared.DrawsByDimension  # from the same Gaussian overlaps


class AnisotropicFlow(shared.Integrated):
    """The flow at k = 2 for inputs of several spectra."""

    spectra: Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1)] = Field(
        description="s of the variances i^-s"
    )
    exponent: shared.Exponent
    times: shared.Times


# nothing is judged: a figure only; the starts have the coordinates whose variances are simulated
Anisotropic = shared.Experiment[shared.TeacherDraws, AnisotropicFlow]


class EdgeCases(StrictModel):
    """The experiments on the edge case k = 2 and what lies beyond the theorem."""

    quadratic_exponents: QuadraticExponents
    specialization: shared.Experiment[shared.Draws, NeuronFlow]
    mixed_degree: MixedDegree
    anisotropic: Anisotropic


def collect(plan: Collector, settings: EdgeCases) -> None:
    """Add the jobs of this theme."""
    histories = plan.sweep(
        "quadratic_exponents",
        "compsparse.studies.emergence.edge_cases.train_quadratic_flow",
        settings.quadratic_exponents,
        "exponents",
        "exponent",
    )
    plan.result(
        "compsparse.studies.emergence.edge_cases.evaluate_quadratic_exponents",
        {"histories": histories},
        settings.quadratic_exponents.evaluate.model_dump(),
    )
    histories = plan.sweep(
        "specialization",
        "compsparse.studies.emergence.edge_cases.train_neuron_flow",
        settings.specialization,
        "orders",
        "order",
    )
    plan.result(
        "compsparse.studies.emergence.edge_cases.evaluate_specialization",
        {"histories": histories},
    )
    _mixed_degree(plan, settings.mixed_degree)
    histories = plan.sweep(
        "anisotropic",
        "compsparse.studies.emergence.edge_cases.train_anisotropic_flow",
        settings.anisotropic,
        "spectra",
        "spectrum",
    )
    plan.result(
        "compsparse.studies.emergence.edge_cases.evaluate_anisotropic", {"histories": histories}
    )


def _mixed_degree(plan: Collector, settings: MixedDegree) -> None:
    name, flow = "mixed_degree", settings.train
    by_rank, by_dimension = f"{name}_ranks", f"{name}_dimensions"
    sweep = settings.dimensions
    cells = [(by_rank, "", plan.starts(by_rank, "starts", settings.ranks))]
    for dimension in sweep.dimensions:
        cell = f"dimension_{dimension}"
        # the same Gaussian overlaps in every dimension: their scatter is not in the slope
        draws = sweep.draws(dimension)
        starts = plan.starts(by_dimension, cell, draws, seed_names=[STUDY, by_dimension])
        cells.append((by_dimension, f"_{cell}", starts))
    for experiment, cell, starts in cells:
        for activation in flow.activations:
            degrees = "_".join(map(str, activation.degrees))
            plan.train_from(
                experiment,
                f"degrees_{degrees}{cell}",
                "compsparse.studies.emergence.edge_cases.train_mixed_degree",
                {**flow.model_dump(exclude={"activations"}), **activation.model_dump()},
                starts,
            )
    plan.result(
        "compsparse.studies.emergence.edge_cases.evaluate_mixed_degree",
        {"by_rank": plan.histories(by_rank), "by_dimension": plan.histories(by_dimension)},
        exponent=flow.exponent,
    )
