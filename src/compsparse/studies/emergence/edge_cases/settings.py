"""Settings of the edge case k = 2 and what lies beyond the theorem (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.configuration.values import Increasing, Positive, PositiveNumber
from compsparse.studies.emergence import shared_settings as shared
from compsparse.validation.strict_model import StrictModel


class _Integrated(StrictModel):
    """What every flow of this theme sets."""

    initial_strength: shared.SmallStrength
    fraction: shared.StepFraction
    duration: PositiveNumber = Field(
        description="in times in which the weakest direction is learned"
    )


class QuadraticFlow(_Integrated):
    """The Riccati flow, for several teachers."""

    exponents: shared.Exponents
    times: shared.Times


class LossWindow(StrictModel):
    """Where the exponent of the loss is read."""

    window: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="from the time of which direction to the time of which other one"
    )


class QuadraticExponents(StrictModel):
    """Exponents of times and loss at k = 2."""

    generate: shared.Draws
    train: QuadraticFlow
    evaluate: LossWindow

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


class NeuronFlow(_Integrated):
    """The flow of single neurons, for several activations from the same starts."""

    orders: Annotated[list[Annotated[int, Field(ge=2, le=4)]], Field(min_length=1)] = Field(
        description="k of the activations h_k"
    )
    exponent: shared.Exponent


class Specialization(StrictModel):
    """Whether neurons specialize, at k = 2 and above."""

    generate: shared.Draws
    train: NeuronFlow


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


class MixedFlow(_Integrated):
    """The flow of several activations of several degrees from the same starts."""

    activations: Annotated[list[Activation], Field(min_length=1)]
    exponent: shared.Exponent


class MixedDegree(StrictModel):
    """Times against ranks and against dimensions, for activations of several degrees."""

    ranks: shared.Draws
    dimensions: shared.DrawsByDimension  # from the same Gaussian overlaps
    train: MixedFlow


class AnisotropicFlow(_Integrated):
    """The flow at k = 2 for inputs of several spectra."""

    spectra: Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1)] = Field(
        description="s of the variances i^-s"
    )
    exponent: shared.Exponent
    times: shared.Times


class AnisotropicDraws(shared.Draws):
    """Starts in the coordinates whose variances are followed."""

    basis: Literal["teacher"]


class Anisotropic(StrictModel):
    """A picture of anisotropic inputs; nothing is judged."""

    generate: AnisotropicDraws
    train: AnisotropicFlow


class EdgeCases(StrictModel):
    """The experiments on the edge case k = 2 and what lies beyond the theorem."""

    quadratic_exponents: QuadraticExponents
    specialization: Specialization
    mixed_degree: MixedDegree
    anisotropic: Anisotropic
