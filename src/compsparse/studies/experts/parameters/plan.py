"""Settings and jobs on the parameters of language models (document 000, section 29.7.1)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.parameters.configuration import Configuration
from workflow_engine.configuration.values import StrictModel

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_]+$")]


class Models(StrictModel):
    """What is counted."""

    document: Name = Field(description="the model of which the document speaks")
    models: Annotated[dict[Name, Configuration], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_it(self) -> "Models":
        if self.document not in self.models:
            raise ValueError(f"document: one of {', '.join(self.models)}, not {self.document}")
        return self


class Counts(StrictModel):
    """The only experiment."""

    evaluate: Models


class ParametersTheme(StrictModel):
    """Nothing but counts."""

    parameters: Counts


def collect(plan: Collector, settings: ParametersTheme) -> None:
    """Add the jobs of this theme."""
    plan.evaluate(
        "compsparse.studies.experts.parameters.evaluate_parameters",
        {},
        settings.parameters.evaluate.model_dump(),
        render="compsparse.studies.experts.parameters.render_parameters",
    )
