"""Settings and jobs on transfer (document 000, Summary item 6, Principle I)."""

from functools import cache
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import STUDY, Collector
from compsparse.studies.approximation.learning.network import TreeNetwork
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "transfer"
Levels = Annotated[list[common.ConstituentSettings], Field(min_length=1)]

# by arm: the source whose levels are copied, and whether these are frozen
ARMS: dict[str, tuple[str | None, bool]] = {
    "scratch": (None, False),
    "frozen": ("source", True),
    "fine_tuned": ("source", False),
    "frozen_random": (None, True),
    "frozen_other": ("other_source", True),
}
_UNRELATED_ARMS = ("scratch", "frozen", "fine_tuned")


class TransferData(common.LearnedData):
    """Trees with one constituent of two variables in each level, composed of two parts."""

    lower: Levels = Field(description="of the source and the related target, from the leaves up")
    other_lower: Levels = Field(description="of the other source and the unrelated target")
    upper: Levels = Field(description="of both sources")
    new_upper: Levels = Field(description="of both targets")
    source_examples: common.Examples
    examples: Annotated[list[common.Examples], Field(min_length=1), Increasing]

    @model_validator(mode="after")
    def _equally_many(self) -> "TransferData":
        for first, second in (("lower", "other_lower"), ("upper", "new_upper")):
            if len(getattr(self, first)) != len(getattr(self, second)):
                raise ValueError(f"{first} and {second}: equally many levels")
        if len(self.upper) < 2:
            raise ValueError(
                "upper: at least two levels, so that more than are shared can be copied"
            )
        levels = [*self.lower, *self.other_lower, *self.upper, *self.new_upper]
        if {len(constituent.slopes) for constituent in levels} != {2}:
            raise ValueError("constituents of two variables")
        return self

    @property
    def variables(self) -> int:
        """Number of leaves, d."""
        return int(2 ** (len(self.lower) + len(self.upper)))


class TransferTraining(common.NetworkTraining):
    """Training, equal for sources and all arms."""

    channels: Positive = Field(description="of a node")
    batch_of_source: Positive = Field(description="batch of the sources, which have more examples")


class TransferTheme(StrictModel):
    """Two sources, two targets, five arms."""

    transfer: common.Experiment[TransferData, TransferTraining]


def collect(plan: Collector, settings: TransferTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.transfer.generate, settings.transfer.train
    network = TreeNetwork(training.channels)
    shared, most = len(drawn.lower), max(drawn.examples)
    # where all targets are structured alike, they share all constituents
    other_lower = drawn.lower if plan.world == "structured" else drawn.other_lower
    new_upper = drawn.upper if plan.world == "structured" else drawn.new_upper
    lowers = {"source": drawn.lower, "other_source": other_lower}
    if plan.world == "mismatched":
        lowers = {"source": other_lower, "other_source": drawn.lower}

    def data(name: str, levels: Levels, examples: int) -> str:
        return plan.examples(NAME, name, plan.tree(*levels), drawn.variables, examples, drawn)

    source_training = training.model_copy(update={"batch": training.batch_of_source})
    sources = {}
    for name, lower in lowers.items():
        number = drawn.source_examples
        examples = data(name, [*lower, *drawn.upper], number)
        sources[name] = plan.network(NAME, name, examples, network, number, source_training)
    targets = {
        "related": data("related", [*drawn.lower, *new_upper], most),
        "unrelated": data("unrelated", [*other_lower, *new_upper], most),
    }

    @cache
    def arm(target: str, name: str, examples: int, levels: int) -> str:
        source, frozen = ARMS[name]
        return plan.network(
            NAME,
            f"{target}-{name}-levels_{levels}-examples_{examples}",
            targets[target],
            network,
            examples,
            training,
            source=sources[source] if source else None,
            seed_names=[STUDY, NAME, target],  # the same weights and batches in all arms
            copied=levels if source else 0,
            frozen=levels if frozen else 0,
        )

    models = {
        arm(target, name, examples, 0 if name == "scratch" else shared): {
            "target": target,
            "arm": name,
            "examples": examples,
        }
        for target in targets
        for name in (ARMS if target == "related" else _UNRELATED_ARMS)
        for examples in drawn.examples
    }
    plan.evaluate(
        "compsparse.studies.approximation.transfer.evaluate_transfer",
        {"models": list(models)},
        {"cells": list(models.values())},
        render="compsparse.studies.approximation.transfer.render_transfer",
        render_params={"levels": shared},
    )
    copied = range(shared + len(drawn.upper))
    by_levels = [arm("related", "frozen" if n else "scratch", most, n) for n in copied]
    plan.evaluate(
        "compsparse.studies.approximation.transfer.evaluate_levels_copied",
        {"models": by_levels},
        {"cells": [{"levels": levels} for levels in copied], "shared": shared},
        render="compsparse.studies.approximation.transfer.render_levels_copied",
        render_params={"shared": shared, "examples": most},
    )
