"""The jobs of study ``regime``: a pure function of its settings.

generate -> train -> prune -> evaluate -> render, and judge over all results.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.depth import plan as depth
from compsparse.studies.regime.evolved import plan as evolved
from compsparse.studies.regime.falsifier import plan as falsifier
from compsparse.studies.regime.gallery import plan as gallery
from compsparse.studies.regime.isolation import plan as isolation
from compsparse.studies.regime.judge_calibration import plan as judge_calibration
from compsparse.studies.regime.mechanisms import plan as mechanisms
from compsparse.studies.regime.methods import plan as methods
from compsparse.studies.regime.optimizers import plan as optimizers
from compsparse.studies.regime.prediction import plan as prediction
from compsparse.studies.regime.reachability import plan as reachability
from compsparse.studies.regime.several_images import plan as several_images
from compsparse.studies.regime.shared_settings import Networks, Target
from compsparse.studies.regime.volume import plan as volume
from compsparse.studies.regime.volume import trained_plan as trained_volume
from compsparse.studies.regime.wiring import plan as wiring
from compsparse.studies.regime.worlds import World
from workflow_engine.configuration.values import Distinct
from workflow_engine.provenance.job import Job

_THEMES = (
    depth,
    methods,
    optimizers,
    wiring,
    volume,
    gallery,
    judge_calibration,
    prediction,
    falsifier,
    mechanisms,
    several_images,
)
# too costly for a default run
_ON_REQUEST = {
    "reachability": reachability,
    "isolation": isolation,
    "trained_volume": trained_volume,
    "evolved": evolved,
}


class Settings(
    depth.Depth,
    methods.Methods,
    optimizers.Optimizers,
    wiring.WiringTheme,
    volume.Volume,
    gallery.Gallery,
    judge_calibration.JudgeCalibration,
    prediction.Prediction,
    falsifier.Falsifier,
    reachability.ReachabilityTheme,
    isolation.IsolationTheme,
    trained_volume.TrainedVolume,
    mechanisms.Mechanisms,
    several_images.SeveralImages,
    evolved.EvolvedTheme,
):
    """The section ``regime`` of params.yaml."""

    targets: Annotated[dict[str, Target], Field(min_length=1)] = Field(description="by name")
    networks: Networks
    on_request: Annotated[
        list[Literal["reachability", "isolation", "trained_volume", "evolved"]], Distinct
    ] = Field(description="experiments that are made as well")
    world: World = Field(
        "none", description="what is missing from pictures, training, pruning or judging"
    )

    @model_validator(mode="after")
    def _known(self) -> "Settings":
        for experiment in (
            self.depth_sweep,
            self.pruning_comparison,
            self.optimizers,
            self.wiring,
            self.novel_combinations,
            self.prediction,
        ):
            for name in experiment.targets:
                if name not in self.targets:
                    raise ValueError(f"targets among {', '.join(self.targets)}; not {name!r}")
        return self


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale, settings.targets, settings.networks, settings.world)
    asked = [_ON_REQUEST[name] for name in settings.on_request]
    return plan.collect([*_THEMES, *asked], settings)


def requests(settings: Settings) -> dict[str, Settings]:
    """Return the settings with each experiment that no ordinary run makes, by its name."""
    # the settings hold the digests of Picbreeder's genomes; their folder is a matter of each user
    return {
        name: settings.model_copy(update={"on_request": [name], "picbreeder_dir": None})
        for name in _ON_REQUEST
        if name not in settings.on_request
    }
