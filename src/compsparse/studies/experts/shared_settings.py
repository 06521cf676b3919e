"""Settings that several themes use: maps and codes, and how all networks are trained."""

from typing import Annotated

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

Rates = Annotated[list[PositiveNumber], Field(min_length=3), Increasing]


class Size(StrictModel):
    """E codes in each of L layers; so many of the E^L combinations are held out."""

    codes: Annotated[int, Field(ge=2)]
    layers: Annotated[int, Field(ge=2)]
    held_out: Positive

    @model_validator(mode="after")
    def _leaves_every_code(self) -> "Size":
        most = self.codes**self.layers - self.codes
        if self.held_out > most:
            raise ValueError(
                f"held_out: at most {most} of {self.codes**self.layers} combinations, so that each "
                f"code of each layer is seen, not {self.held_out}"
            )
        return self

    @property
    def name(self) -> str:
        """Codes and layers."""
        return f"{self.codes}x{self.layers}"


class MapSettings(StrictModel):
    """Maps z -> tanh(gain (Q z + b)) of so many dimensions."""

    dimension: Annotated[int, Field(ge=2)]
    gain: PositiveNumber
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own maps, hold-outs, batches and first weights"
    )


class Training(StrictModel):
    """Equal for all networks that are compared."""

    width: Positive = Field(description="of an expert of the network routed by its own codes")
    rates: Rates
    sparsity: PositiveNumber = Field(description="weight of absolute router weights in the loss")
    steps: Positive
    batch: Positive
    judged: Positive = Field(description="examples of each combination")


class LayerTraining(StrictModel):
    """Experts of the layers, and training, equal for all."""

    experts: Annotated[int, Field(ge=2)]
    kept: Positive = Field(description="experts that an input goes to")
    width: Positive = Field(description="of an expert; a coarse one is as wide as all kept")
    rates: Rates
    steps: Positive
    batch: Positive
    offset_step: PositiveNumber = Field(description="of balancing, after each update")
    judged: Positive

    @model_validator(mode="after")
    def _coarse_ones_are_as_large(self) -> "LayerTraining":
        if self.kept > self.experts or self.experts % self.kept:
            raise ValueError(
                f"kept: a divisor of the {self.experts} experts, so that coarse ones are as large "
                f"together, not {self.kept}"
            )
        if self.kept < 2:
            raise ValueError("kept: at least 2, or a shared expert leaves none to choose, not 1")
        return self
