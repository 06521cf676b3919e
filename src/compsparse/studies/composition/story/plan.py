"""Settings and jobs on the question where the football is (document 003, 'Multi-hop QA')."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Experiment, Hidden, Updates
from compsparse.studies.composition.story import words
from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel

NAME = "story"


class Texts(StrictModel):
    """Stories that are written."""

    symbols: Annotated[int, Field(ge=2, le=words.MOST)] = Field(
        description="words of each vocabulary"
    )
    runs: Positive = Field(description="independent replicates")
    training: Positive = Field(description="stories, a fixed pool")
    validation: Positive = Field(description="stories that choose a rate")
    test: Positive = Field(description="stories that are new")
    document: Positive = Field(description="tellings of the document's, with other sentences")


class WrittenDown(StrictModel):
    """The written-down transformer."""

    sharpness: PositiveNumber = Field(description="logit of the key that a query wants")


class Story(StrictModel):
    """The theme's experiments."""

    story: Experiment[Texts, Updates, WrittenDown]


def collect(plan: Collector, settings: Story) -> None:
    """Add the jobs of this theme."""
    chosen = settings.story
    texts = chosen.generate
    draws = Hidden(folds=words.FOLDS, symbols=texts.symbols, runs=texts.runs)
    hidden = plan.hidden(NAME, "hidden", draws)
    stories = plan.generate(
        NAME,
        "texts",
        "compsparse.studies.composition.story.generate_stories",
        texts.model_dump(),
        outputs={"texts": ".json"},
    )
    trained = plan.train_in_world(
        NAME,
        "all",
        "compsparse.studies.composition.story.train_story",
        chosen.train.model_dump(),
        {"hidden": hidden, "stories": stories},
    )
    plan.evaluate(
        "compsparse.studies.composition.story.evaluate_story",
        {"stories": stories, "trained": trained},
        chosen.evaluate.model_dump(),
        render="compsparse.studies.composition.story.render_story",
    )
