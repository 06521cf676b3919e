"""Settings of the student's width (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Increasing, Positive
from compsparse.studies.emergence.shared_settings import Draws, Exponents, Flow
from compsparse.validation.strict_model import StrictModel

_ROOM = 2  # directions of the teacher per neuron of the widest student


class WidthFlow(Flow):
    """The flow of students of several widths, the first neurons of common starts."""

    exponents: Exponents
    widths: Annotated[list[Positive], Field(min_length=3), Increasing] = Field(description="m")


class WidthRuns(StrictModel):
    """Students of several widths until all their neurons are spent."""

    generate: Draws
    train: WidthFlow

    @model_validator(mode="after")
    def _fits(self) -> "WidthRuns":
        widest, draws = self.train.widths[-1], self.generate
        if draws.neurons != widest:
            raise ValueError(
                f"as many neurons in the starts as the widest student has; {draws.neurons} and "
                f"{widest} differ"
            )
        if draws.directions < _ROOM * widest:
            raise ValueError(
                f"at least {_ROOM * widest} directions for {widest} neurons, or the teacher's end "
                f"decides what they learn; {draws.directions} are too few"
            )
        if draws.basis != "teacher":
            raise ValueError(f"the basis 'teacher', which evaluation reads; not {draws.basis!r}")
        return self


class Width(StrictModel):
    """The experiments on the student's width."""

    width: WidthRuns
