"""Settings and jobs on languages and subjects (document 000, section 29.3, Example)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Codes, Collector, Generated, Runs
from compsparse.studies.experts.learning.methods import Method
from workflow_engine.configuration.values import Distinct, StrictModel

METHODS: tuple[Method, ...] = ("own", "dense_own", "free", "dense_all")
Names = Annotated[list[str], Field(min_length=2), Distinct]


class Named(StrictModel):
    """The codes of both layers, by name: a map for each language, then one for each subject."""

    languages: Names
    subjects: Names
    runs: Runs = Field(description="in place of those of other experiments on maps")

    @model_validator(mode="after")
    def _equally_many(self) -> "Named":
        languages, subjects = len(self.languages), len(self.subjects)
        if languages != subjects:
            raise ValueError(f"as many languages as subjects, not {languages} and {subjects}")
        return self


class LanguagesTheme(StrictModel):
    """The only experiment."""

    languages: Generated[Named]


def collect(plan: Collector, settings: LanguagesTheme) -> None:
    """Add the jobs of this theme."""
    named = settings.languages.generate
    size = Codes(codes=len(named.languages), layers=2)
    plan.compare(
        "compsparse.studies.experts.languages.evaluate_languages",
        [plan.learned("languages", size, METHODS, runs=named.runs)],
        render="compsparse.studies.experts.languages.render_languages",
        render_params=named.model_dump(exclude={"runs"}),
    )
