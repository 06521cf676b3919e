"""Settings of the exponents of time, loss and dimension (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.emergence.shared_settings import Draws, Exponent, Exponents, Flow, OnlineSGD
from compsparse.validation.strict_model import StrictModel


class PowerLawFlow(Flow):
    """Flows that differ in the amplitudes alone: one for each exponent, from the same starts."""

    exponents: Exponents


class LossWindow(StrictModel):
    """Where the exponent of the loss is fitted: up to the emergence of direction P/2."""

    first: Positive = Field(description="direction whose emergence opens the window")
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class PowerLaw(StrictModel):
    """Emergence times and the loss by the population flow, for several exponents."""

    generate: Draws
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

    generate: Draws
    train: PowerLawFlow


class PowerLawSGD(OnlineSGD):
    """Trainings by SGD that differ in the amplitudes alone."""

    exponents: Exponents


class SGDWindow(StrictModel):
    """Where the exponent of the loss of SGD is fitted: from one level of the loss to another."""

    learned: Annotated[list[Positive], Field(min_length=2, max_length=2)] = Field(
        description="directions that the teacher's tail leaves out at the two levels"
    )
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class SGDExponents(StrictModel):
    """Online SGD, and the population flow from the same starts."""

    generate: Draws
    train: PowerLawSGD
    flow: Flow
    evaluate: SGDWindow

    @model_validator(mode="after")
    def _fits(self) -> "SGDExponents":
        if self.generate.basis != "space":
            raise ValueError(
                f"generate.basis: space, since SGD needs all coordinates; "
                f"{self.generate.basis!r} keeps some"
            )
        first, last = self.evaluate.learned
        if not first < last < self.generate.directions:
            raise ValueError(
                f"evaluate.learned: two rising numbers below {self.generate.directions}, the "
                f"directions; they are {self.evaluate.learned}"
            )
        if self.flow.order != self.train.order:
            raise ValueError(
                f"flow.order: {self.train.order}, that of SGD, which it is compared with; "
                f"{self.flow.order} is another activation"
            )
        return self


class DimensionDraws(StrictModel):
    """Random starts that differ in the input dimension alone."""

    directions: Positive = Field(description="P, the simulated directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    dimensions: Annotated[list[Positive], Field(min_length=2)] = Field(description="d, rising")
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _possible(self) -> "DimensionDraws":
        if sorted(set(self.dimensions)) != self.dimensions:
            raise ValueError(f"dimensions that rise; they are {self.dimensions}")
        for dimension in self.dimensions:
            self.draws(dimension)
        return self

    def draws(self, dimension: int) -> Draws:
        """Return how the starts of one dimension are drawn."""
        return Draws(
            directions=self.directions,
            neurons=self.neurons,
            dimension=dimension,
            basis="teacher",
            runs=self.runs,
        )


class DimensionFit(StrictModel):
    """What the slope over dimensions is fitted to."""

    directions: Positive = Field(description="the first ones, whose emergence times are averaged")
    smallest: Positive = Field(description="dimension from which on the slope is fitted")


class Dimension(StrictModel):
    """Emergence times in inputs of several dimensions, for several activations."""

    generate: DimensionDraws
    exponent: Exponent
    train: Annotated[list[Flow], Field(min_length=1)] = Field(description="one for each order")
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
