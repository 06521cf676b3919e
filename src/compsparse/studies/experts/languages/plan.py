"""Settings and jobs on languages and subjects (document 000, section 29.3, Example)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.learning.methods import Method
from workflow_engine.configuration.values import Distinct, StrictModel

METHODS: tuple[Method, ...] = ("own", "dense_own", "free", "dense_all")
Names = Annotated[list[str], Field(min_length=2), Distinct]


class Named(StrictModel):
    """The codes of both layers, by name."""

    languages: Names
    subjects: Names

    @model_validator(mode="after")
    def _equally_many(self) -> "Named":
        if len(self.languages) != len(self.subjects):
            raise ValueError(
                f"as many languages as subjects, not {len(self.languages)} and {len(self.subjects)}"
            )
        return self


class LanguagesTask(StrictModel):
    """A map for each language, then one for each subject."""

    generate: Named


class LanguagesTheme(StrictModel):
    """The theme's experiments."""

    languages: LanguagesTask


def collect(plan: Collector, settings: LanguagesTheme) -> None:
    """Add the jobs of this theme."""
    named = settings.languages.generate
    number = len(named.languages)
    models = plan.learned("languages", f"{number}x2", number, 2, [], METHODS)
    plan.evaluate(
        "compsparse.studies.experts.languages.evaluate_languages",
        {"models": [models]},
        {"cells": [{"methods": list(METHODS)}]},
        render="compsparse.studies.experts.languages.render_languages",
        render_params=named.model_dump(),
    )
