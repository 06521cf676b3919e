"""Settings and jobs on transfer (document 000, Summary item 6, Principle I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import STUDY, Collector
from compsparse.studies.approximation.shared_settings import (
    ConstituentSettings,
    LearnedData,
    NetworkTraining,
)
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "transfer"
Levels = Annotated[list[ConstituentSettings], Field(min_length=1)]

# arm: which source is copied from, and whether the levels are trained
ARMS: dict[str, tuple[str | None, bool]] = {
    "scratch": (None, False),
    "frozen": ("source", True),
    "fine_tuned": ("source", False),
    "frozen_random": (None, True),
    "frozen_other": ("other_source", True),
}
_OF_UNRELATED = ("scratch", "frozen", "fine_tuned")


class TransferData(LearnedData):
    """Trees with one constituent of two variables a level, put together of two parts."""

    lower: Levels = Field(description="of the source and the related target, from the leaves up")
    other_lower: Levels = Field(description="of the other source and the unrelated target")
    upper: Levels = Field(description="of both sources")
    new_upper: Levels = Field(description="of both targets")
    source_examples: Annotated[int, Field(ge=16)]
    examples: Annotated[list[Annotated[int, Field(ge=16)]], Field(min_length=1), Increasing]

    @model_validator(mode="after")
    def _equally_many(self) -> "TransferData":
        for one, other in (("lower", "other_lower"), ("upper", "new_upper")):
            if len(getattr(self, one)) != len(getattr(self, other)):
                raise ValueError(f"{one} and {other}: equally many levels")
        if len(self.upper) < 2:
            raise ValueError(
                "upper: at least two levels, so that more than are shared can be copied"
            )
        levels = [*self.lower, *self.other_lower, *self.upper, *self.new_upper]
        if {len(of.slopes) for of in levels} != {2}:
            raise ValueError("constituents of two variables")
        return self

    @property
    def variables(self) -> int:
        """Number of leaves, d."""
        return int(2 ** (len(self.lower) + len(self.upper)))


class TransferTraining(NetworkTraining):
    """The same for sources and all arms."""

    channels: Positive = Field(description="of a node")
    batch_of_source: Positive = Field(description="of the sources, which have more examples")


class TransferExperiment(StrictModel):
    """Two sources, two targets, five arms."""

    generate: TransferData
    train: TransferTraining

    @model_validator(mode="after")
    def _batches_are_within(self) -> "TransferExperiment":
        self.train.require_batch_within(self.generate.examples[0])
        return self


class TransferTheme(StrictModel):
    """The theme's experiments."""

    transfer: TransferExperiment


def collect(plan: Collector, settings: TransferTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.transfer.generate, settings.transfer.train
    shape = {"wiring": "tree", "channels": training.channels, "shared": False, "order": "own"}
    shared, number = len(drawn.lower), max(drawn.examples)
    # sources and targets have the same constituents where all targets are alike
    other_lower = drawn.lower if plan.alike else drawn.other_lower
    new_upper = drawn.upper if plan.alike else drawn.new_upper
    of_sources = (drawn.lower, other_lower)
    if plan.mismatched:
        of_sources = (other_lower, drawn.lower)

    def data(name: str, levels: Levels, examples: int) -> str:
        return plan.examples(NAME, name, plan.tree(*levels), drawn.variables, examples, drawn)

    of_source = training.model_copy(update={"batch": training.batch_of_source})
    sources = {}
    for name, lower in zip(("source", "other_source"), of_sources, strict=True):
        examples = data(name, [*lower, *drawn.upper], drawn.source_examples)
        sources[name] = plan.network(NAME, name, examples, shape, drawn.source_examples, of_source)
    targets = {
        "related": data("related", [*drawn.lower, *new_upper], number),
        "unrelated": data("unrelated", [*other_lower, *new_upper], number),
    }

    made: dict[str, str] = {}

    def arm(target: str, name: str, examples: int, levels: int) -> str:
        source, frozen = ARMS[name]
        levels = levels if source or frozen else 0
        cell = f"{target}-{name}-levels_{levels}-examples_{examples}"
        if cell not in made:
            copied = {"source": sources[source]} if source else {}
            params = {
                # the same first weights and batches in all arms
                "seed_names": [STUDY, NAME, target],
                "network": shape,
                "examples": examples,
                **training.as_params(),
                "copied": levels if source else 0,
                "frozen": levels if frozen else 0,
            }
            inputs = {"examples": targets[target], **copied}
            made[cell] = plan.train(NAME, cell, "learning.network", params, inputs)
        return made[cell]

    arms = [
        (target, name, examples)
        for target in targets
        for name in (ARMS if target == "related" else _OF_UNRELATED)
        for examples in drawn.examples
    ]
    models = [arm(*of, shared) for of in arms]
    cells = [{"target": of[0], "arm": of[1], "examples": of[2]} for of in arms]
    plan.evaluate(NAME, {"models": models}, {"cells": cells}, render_params={"levels": shared})
    copied = range(shared + len(drawn.upper))
    models = [arm("related", "frozen" if of else "scratch", number, of) for of in copied]
    plan.evaluate(
        "levels_copied",
        {"models": models},
        {"cells": [{"levels": of} for of in copied], "shared": shared},
        render_params={"shared": shared, "examples": number},
    )
