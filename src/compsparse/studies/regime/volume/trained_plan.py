"""Settings and jobs on the volume ratio of trained networks (document 001, Figure 6)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Files
from compsparse.studies.regime.shared_settings import Recipe, Seeds, units_of_width
from compsparse.studies.regime.volume.chain import ACTIVATIONS, MOST
from compsparse.studies.regime.volume.plan import Copying, Widths
from workflow_engine.configuration.values import Increasing, Positive, StrictModel
from workflow_engine.job_collector import JobCollector

NAME = "trained_volume"


class Chains(StrictModel):
    """Dense networks that learn chains of primitives."""

    primitives: Annotated[
        list[Annotated[int, Field(ge=2, le=MOST)]], Field(min_length=1), Increasing
    ]
    widths: Widths
    depths: Annotated[list[Positive], Field(min_length=2), Increasing]
    runs: Seeds = Field(description="of each width and depth")
    recipe: Recipe

    @model_validator(mode="after")
    def _wide_enough(self) -> "Chains":
        if self.widths[0] < len(ACTIVATIONS):
            raise ValueError(
                f"widths from {len(ACTIVATIONS)} on, a unit of each activation; not {self.widths}"
            )
        return self


class Prediction(StrictModel):
    """The reading that predicts a depth."""

    copying: Copying


class TrainedVolumeRatio(StrictModel):
    """The map of trained networks over width and depth."""

    train: Chains
    evaluate: Prediction


class TrainedVolume(StrictModel):
    """The experiment of this theme in which networks are trained."""

    trained_volume: TrainedVolumeRatio


def collect(plan: JobCollector, settings: TrainedVolume) -> None:
    """Add the jobs of this part of the theme."""
    train = settings.trained_volume.train
    files = Files()
    for primitives in train.primitives:
        for width in train.widths:
            units = units_of_width(dict.fromkeys(ACTIVATIONS, 1), width)
            networks = plan.train(
                NAME,
                f"primitives_{primitives}-width_{width}",
                "compsparse.studies.regime.volume.train_chains",
                {
                    "primitives": primitives,
                    "units": units,
                    "depths": train.depths,
                    "runs": train.runs,
                    "recipe": train.recipe.model_dump(),
                },
            )
            files.add("networks", networks, primitives=primitives, width=width, units=units)
    plan.evaluate(
        "compsparse.studies.regime.volume.evaluate_trained_volume",
        files.paths,
        {
            **files.labels,
            "depths": train.depths,
            **settings.trained_volume.evaluate.model_dump(),
        },
        render="compsparse.studies.regime.volume.render_trained_volume",
        headline=False,
    )
