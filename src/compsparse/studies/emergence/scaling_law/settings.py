"""Settings of the exponents of time, loss and dimension (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Increasing, Positive
from compsparse.studies.emergence import shared_settings as shared
from compsparse.validation.strict_model import StrictModel


class PowerLawFlow(shared.Flow):
    """Flows that differ in the amplitudes alone: one for each exponent, from the same starts."""

    exponents: shared.Exponents


class LossWindow(StrictModel):
    """Where the exponent of the loss is fitted: up to the emergence of direction P/2."""

    first: Positive = Field(description="direction whose emergence opens the window")
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class PowerLaw(StrictModel):
    """Emergence times and the loss by the population flow, for several exponents."""

    generate: shared.Draws
    train: PowerLawFlow
    evaluate: LossWindow

    @model_validator(mode="after")
    def _window_opens_before_it_closes(self) -> "PowerLaw":
        last = self.generate.directions // 2
        if self.evaluate.first >= last:
            raise ValueError(
                f"evaluate.first below {last}, half of {self.generate.directions} directions, "
                f"where the window closes; {self.evaluate.first} is too late"
            )
        return self


class PowerLawLarge(StrictModel):
    """The same with more directions, for few exponents; it is read in the same window."""

    generate: shared.Draws
    train: PowerLawFlow


class PowerLawSGD(shared.OnlineSGD):
    """Trainings by SGD that differ in the amplitudes alone."""

    exponents: shared.Exponents


class SGDWindow(StrictModel):
    """Where the exponent of the loss of SGD is fitted: from one level of the loss to another."""

    learned: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="directions that the teacher's tail leaves out at the two levels"
    )
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class SGDExponents(StrictModel):
    """Online SGD, and the population flow from the same starts."""

    generate: shared.Draws
    train: PowerLawSGD
    flow: shared.Flow
    evaluate: SGDWindow

    @model_validator(mode="after")
    def _fits(self) -> "SGDExponents":
        if self.generate.basis != "space":
            raise ValueError(
                f"generate.basis: space, since SGD needs all coordinates; "
                f"{self.generate.basis!r} keeps some"
            )
        if self.evaluate.learned[1] >= self.generate.directions:
            raise ValueError(
                f"evaluate.learned below {self.generate.directions}, the directions; they are "
                f"{self.evaluate.learned}"
            )
        if self.flow.order != self.train.order:
            raise ValueError(
                f"flow.order: {self.train.order}, that of SGD, which it is compared with; "
                f"{self.flow.order} is another activation"
            )
        return self


class DimensionFit(StrictModel):
    """What the slope over dimensions is fitted to."""

    directions: Positive = Field(description="the first ones, whose emergence times are averaged")
    smallest: Positive = Field(description="dimension from which on the slope is fitted")


class Dimension(StrictModel):
    """Emergence times in inputs of several dimensions, for several activations."""

    generate: shared.DrawsByDimension
    exponent: shared.Exponent
    train: Annotated[list[shared.Flow], Field(min_length=1)] = Field(
        description="one for each order"
    )
    evaluate: DimensionFit

    @model_validator(mode="after")
    def _fits(self) -> "Dimension":
        orders = [flow.order for flow in self.train]
        if len(set(orders)) < len(orders):
            raise ValueError(f"a flow for each order; the orders are {orders}")
        if self.evaluate.directions > self.generate.directions:
            raise ValueError(
                f"evaluate.directions: at most {self.generate.directions}, which are simulated; "
                f"{self.evaluate.directions} are too many"
            )
        fitted = [d for d in self.generate.dimensions if d >= self.evaluate.smallest]
        if len(fitted) < 2:
            raise ValueError(
                f"evaluate.smallest that leaves two dimensions to fit; {self.evaluate.smallest} "
                f"leaves {fitted}"
            )
        return self


class ScalingLaw(StrictModel):
    """The experiments on the exponents of time, loss and dimension."""

    power_law: PowerLaw
    power_law_large: PowerLawLarge
    sgd_exponents: SGDExponents
    dimension: Dimension
