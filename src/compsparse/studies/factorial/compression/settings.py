"""Settings of compression (document 004, Section 4.3)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial import shared_settings as shared
from compsparse.validation.strict_model import StrictModel


class CompressionGridA(StrictModel):
    """Figures 4, 5 or 19."""

    generate: shared.ManyParents
    train: shared.CompressionNetwork
    evaluate: shared.ComputeWindow


class CompressionGridB(StrictModel):
    """Figures 4 or 19."""

    generate: shared.ManySpaces
    train: shared.CompressionNetwork


class MinimumSearch(StrictModel):
    """How the least loss of a narrow embedding is searched."""

    embedding_dimensions: Annotated[list[Positive], Field(min_length=1)]
    restarts: Positive = Field(description="starts of each search")
    iterations: Positive = Field(description="most iterations of L-BFGS from each start")
    refinement_iterations: Annotated[int, Field(ge=0)] = Field(
        description="most iterations from the best of them"
    )


class GlobalMinimum(StrictModel):
    """The global minimum below (AC), on the graphs of grid A."""

    evaluate: MinimumSearch


class Transform(StrictModel):
    """Networks with and without a layer."""

    generate: shared.OneSpace
    train: shared.CompressionNetwork

    @model_validator(mode="after")
    def _one_layer(self) -> "Transform":
        if self.train.layers != 1:
            raise ValueError(
                f"layers: 1, since each network is also trained with none; {self.train.layers} "
                "would be another comparison"
            )
        return self


class LayerProbe(StrictModel):
    """Remark 1, on networks with a learned and with a fixed embedding."""

    generate: shared.OneSpace
    train: shared.GeneralizationNetwork


class Compression(StrictModel):
    """The experiments on compression."""

    compression_grid_a: CompressionGridA
    compression_grid_b: CompressionGridB
    global_minimum: GlobalMinimum
    transform: Transform
    layer_probe: LayerProbe
