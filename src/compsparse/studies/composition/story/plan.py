"""Settings and jobs on the question where the football is (document 003, 'Multi-hop QA')."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Hidden
from compsparse.studies.composition.story import words
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

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


class Training(StrictModel):
    """A training on stories."""

    rates: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="learning rates; validation chooses one"
    )
    steps: Positive
    sequences: Positive = Field(description="stories of the pool, in each step")
    initial_scale: PositiveNumber = Field(description="standard deviation of the first weights")


class WrittenDown(StrictModel):
    """The transformer that is written down."""

    sharpness: PositiveNumber = Field(description="score of the key that a query wants")


class Told(StrictModel):
    """The only experiment."""

    generate: Texts
    train: Training
    evaluate: WrittenDown


class Story(StrictModel):
    """The theme's experiments."""

    story: Told


def collect(plan: Collector, settings: Story) -> None:
    """Add the jobs of this theme."""
    chosen = settings.story
    texts = chosen.generate
    draws = Hidden(folds=words.FOLDS, symbols=texts.symbols, runs=texts.runs)
    hidden = plan.hidden(NAME, "hidden", draws)
    stories = plan.generate(
        NAME, "texts", "stories", texts.model_dump(), outputs={"texts": ".json"}
    )
    trained = plan.in_world(
        NAME, "all", "story", chosen.train.model_dump(), {"hidden": hidden, "stories": stories}
    )
    plan.evaluate(NAME, {"stories": stories, "trained": trained}, chosen.evaluate.model_dump())
