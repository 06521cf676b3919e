"""The jobs of study ``experts``: a pure function of its settings."""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.experts.collector import Collector, MapSettings, Training
from compsparse.studies.experts.composition import plan as composition
from compsparse.studies.experts.language_model import plan as language_model
from compsparse.studies.experts.languages import plan as languages
from compsparse.studies.experts.layer import plan as layer
from compsparse.studies.experts.more_tasks import plan as more_tasks
from compsparse.studies.experts.parameters import plan as parameters
from compsparse.studies.experts.pieces import plan as pieces
from compsparse.studies.experts.worlds import World
from workflow_engine.configuration.values import Distinct
from workflow_engine.provenance.job import Job

Request = Literal["more_tasks", "language_model"]
_THEMES = (pieces, composition, languages, layer, parameters)
_ON_REQUEST = {"more_tasks": more_tasks, "language_model": language_model}


class Settings(
    pieces.PiecesTheme,
    composition.CompositionTheme,
    languages.LanguagesTheme,
    layer.LayerTheme,
    parameters.ParametersTheme,
    more_tasks.MoreTasksTheme,
    language_model.LanguageModelTheme,
):
    """The section ``experts`` of params.yaml."""

    maps: MapSettings
    training: Training
    on_request: Annotated[list[Request], Distinct] = Field(description="that are made as well")
    world: World = Field("none", description="what is missing from targets or networks")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale, settings.maps, settings.training, settings.world)
    asked = [_ON_REQUEST[name] for name in settings.on_request]
    return plan.collect([*_THEMES, *asked], settings)


def requests(settings: Settings) -> dict[str, Settings]:
    """Return the settings with each experiment that no ordinary run makes, by its name."""
    return {
        name: settings.model_copy(update={"on_request": [name]})
        for name in _ON_REQUEST
        if name not in settings.on_request
    }
