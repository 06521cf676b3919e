"""Settings on the exponents of time, loss and dimension (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from workflow_engine.configuration import values


class LossWindow(values.StrictModel):
    """Where the exponent of the loss is fitted: up to the emergence of direction P/2."""

    first: values.Positive = Field(description="direction whose emergence opens the window")
    points: shared.Points


class PowerLaw(shared.Experiment[shared.Draws, shared.PowerLawFlows]):
    """Emergence times and the loss by the population flow, for several exponents."""

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


class PowerLawSGD(shared.OnlineSGD):
    """Trainings by SGD that differ in the amplitudes alone."""

    exponents: shared.Exponents


class SGDWindow(values.StrictModel):
    """Where the exponent of the loss of SGD is fitted: from one level of the loss to another."""

    learned: shared.Pair = Field(
        description="directions that the teacher's tail leaves out at the two levels"
    )
    points: shared.Points


class SGDExponents(shared.Experiment[shared.SpaceDraws, PowerLawSGD]):
    """Online SGD, and the population flow from the same starts."""

    flow: shared.Flow
    evaluate: SGDWindow

    @model_validator(mode="after")
    def _fits(self) -> "SGDExponents":
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


class DimensionFit(values.StrictModel):
    """The data to which the slope over dimensions is fitted."""

    directions: values.Positive = Field(
        description="the first ones, whose emergence times are averaged"
    )
    smallest: values.Positive = Field(description="dimension that is in the fit")


class FlowsByDimension(values.StrictModel):
    """Flows in inputs of several dimensions, for several activations."""

    generate: shared.DrawsByDimension
    exponent: shared.Exponent
    train: Annotated[list[shared.Flow], Field(min_length=1), shared.DistinctOrders]


class Dimension(FlowsByDimension):
    """Emergence times by dimension."""

    evaluate: DimensionFit

    @model_validator(mode="after")
    def _fits(self) -> "Dimension":
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


class LossCollapse(FlowsByDimension):
    """The loss by dimension, and the times at which it falls to some levels."""

    levels: Annotated[list[values.Positive], Field(min_length=1), values.Increasing] = Field(
        description="directions that are learned at a level"
    )


class GrowingTeachers(values.StrictModel):
    """Starts for teachers whose width is a power of the dimension."""

    growths: Annotated[list[values.Share], Field(min_length=1)] = Field(
        description="gamma of P = d^gamma"
    )
    directions: Annotated[list[values.Positive], Field(min_length=2), values.Increasing] = Field(
        description="P"
    )
    neurons_per_direction: values.Positive
    runs: values.Positive

    def draws(self, growth: float, directions: int) -> shared.Draws:
        """Return how the starts of one growth and width are drawn."""
        return shared.Draws(
            directions=directions,
            neurons=self.neurons_per_direction * directions,
            dimension=round(directions ** (1 / growth)),
            basis="teacher",
            runs=self.runs,
        )


class ExtensiveWidth(shared.Experiment[GrowingTeachers, shared.Flow]):
    """Emergence times where P = d^gamma."""

    exponent: shared.Exponent


class NetworkSteps(shared.SGD):
    """Online SGD on the whole student, at a step of d^(-k/2)."""

    exponent: shared.Exponent
    step_constant: values.PositiveNumber = Field(description="c of the step size c d^(-k/2)")
    longest: values.PositiveNumber = Field(
        description="training lasts so many times d^(k-1) / c steps"
    )


class NetworkSearch(shared.Experiment[shared.DrawsByDimension, NetworkSteps]):
    """Samples until the first direction, by dimension."""

    groups: Annotated[int, Field(ge=2)] = Field(description="of equally many runs, for a median")


class ScalingLaw(values.StrictModel):
    """The experiments on the exponents of time, loss and dimension."""

    power_law: PowerLaw
    # the same with more directions, for few exponents; it is read in the same window
    power_law_large: shared.Experiment[shared.Draws, shared.PowerLawFlows]
    sgd_exponents: SGDExponents
    dimension: Dimension
    loss_collapse: LossCollapse
    extensive_width: ExtensiveWidth
    network_search: NetworkSearch
