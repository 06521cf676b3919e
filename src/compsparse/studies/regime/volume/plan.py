"""Settings and jobs on the volume ratio (document 001, Figures 6 and 9)."""

from itertools import pairwise
from typing import Annotated

from pydantic import Field, model_validator

from workflow_engine.configuration import values
from workflow_engine.job_collector import JobCollector

Primitives = Annotated[int, Field(ge=2, description="P, composed in a chain")]
Copying = Annotated[values.Share, Field(description="a, with which a unit copies")]
Width = Annotated[int, Field(ge=2, description="W, units of a layer")]
Widths = Annotated[list[Width], Field(min_length=1), values.Increasing]


class MonteCarlo(values.StrictModel):
    """Random wirings and masks."""

    primitives: Primitives
    copying: Copying
    widths: Widths = Field(description="of wirings, and of the maps")
    depth: Annotated[int, Field(ge=2)] = Field(description="the largest L")
    networks: values.Positive = Field(description="wirings in a group, for each width")
    density: values.Share = Field(description="q, of masks")
    mask_widths: Widths = Field(description="narrow enough for the exact law")
    mask_depth: values.Positive = Field(
        description="the largest L of masks: deep ones are too rare"
    )
    masks: values.Positive = Field(description="in a group, for each width and depth")
    groups: Annotated[int, Field(ge=2, description="the unit of intervals")]


class Densities(values.StrictModel):
    """Where separation is evaluated."""

    densities: Annotated[list[values.Share], Field(min_length=1), values.Increasing] = Field(
        description="q; every width and depth has the best of them"
    )


class Sensitivity(values.StrictModel):
    """Random wiring by the number of primitives."""

    primitives: Annotated[list[Primitives], Field(min_length=2), values.Increasing]
    copying: Annotated[list[Copying], Field(min_length=1), values.Increasing]
    depth: Annotated[int, Field(ge=2)] = Field(description="the largest L: beyond every peak")
    narrow_at: Primitives = Field(description="one of primitives, at which widths are judged")

    @model_validator(mode="after")
    def _judged_where_computed(self) -> "Sensitivity":
        if self.narrow_at not in self.primitives:
            raise ValueError(f"narrow_at among primitives {self.primitives}; not {self.narrow_at}")
        if any(after - before != 1 for before, after in pairwise(self.primitives)):
            raise ValueError(
                f"primitives without a gap, since steps of one are compared; not {self.primitives}"
            )
        return self


class VolumeRatio(values.StrictModel):
    """The maps of Figure 6."""

    generate: MonteCarlo
    evaluate: Densities


class PrimitivesResult(values.StrictModel):
    """The curves of Figure 9."""

    evaluate: Sensitivity


class Volume(values.StrictModel):
    """The experiments on the volume ratio."""

    volume_ratio: VolumeRatio
    primitives: PrimitivesResult


def collect(plan: JobCollector, settings: Volume) -> None:
    """Add the jobs of this theme."""
    maps = settings.volume_ratio
    drawn = plan.generate(
        "volume_ratio",
        "all",
        "compsparse.studies.regime.volume.generate_monte_carlo",
        maps.generate.model_dump(),
    )
    plan.evaluate(
        "compsparse.studies.regime.volume.evaluate_volume_ratio",
        {"monte_carlo": drawn},
        maps.evaluate.model_dump(),
        render="compsparse.studies.regime.volume.render_volume_ratio",
    )
    plan.evaluate(
        "compsparse.studies.regime.volume.evaluate_primitives",
        {},
        settings.primitives.evaluate.model_dump(),
        render="compsparse.studies.regime.volume.render_primitives",
    )
