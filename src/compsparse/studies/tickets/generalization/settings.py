"""Settings of this theme."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.tickets.shared_settings import Trains
from compsparse.studies.tickets.wired.settings import NotNegative, WiredTheme
from workflow_engine.configuration.values import Distinct, Increasing, Positive, StrictModel

Noise = Annotated[float, Field(gt=0, lt=0.5)]


class VariedTraining(StrictModel):
    """Factors that are varied, one at a time."""

    wirings: Annotated[
        list[Literal["dense", "right", "wrong", "convolution"]], Field(min_length=1), Distinct
    ]
    at_examples: Positive = Field(description="N, one of wired.generate.examples")
    channels: Annotated[list[Positive], Field(min_length=1), Increasing] = Field(
        description="beside wired.train.channels"
    )
    decays: Annotated[list[NotNegative], Field(min_length=1), Increasing] = Field(
        description="beside wired.train.decay"
    )
    noises: Annotated[list[Noise], Field(min_length=1), Increasing] = Field(
        description="fractions of labels that are wrong, beside 0"
    )


class GeneralizationTheme(WiredTheme):
    """The theme's experiments."""

    complexity_measures: Trains[VariedTraining]

    @model_validator(mode="after")
    def _of_trained_networks(self) -> "GeneralizationTheme":
        varied = self.complexity_measures.train
        self.wired.require_trained("complexity_measures.train.at_examples", varied.at_examples)
        training = self.wired.train
        for key, values, usual in (
            ("channels", varied.channels, training.channels),
            ("decays", varied.decays, training.decay),
        ):
            if usual in values:
                raise ValueError(
                    f"complexity_measures.train.{key}: other than {usual}, which is trained "
                    f"anyway, not {values}"
                )
        return self
