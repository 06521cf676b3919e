"""Settings and jobs on transfer (document 000, Summary item 6, Principle I)."""

from functools import cache
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import STUDY, Collector
from compsparse.studies.approximation.learning.network import TreeNetwork
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "transfer"

# by arm: the source whose levels are copied, and whether these are frozen
ARMS: dict[str, tuple[str | None, bool]] = {
    "scratch": (None, False),
    "frozen": ("source", True),
    "fine_tuned": ("source", False),
    "frozen_random": (None, True),
    "frozen_other": ("other_source", True),
    "fine_tuned_other": ("other_source", False),
}


class TransferData(common.LearnedData):
    """A target, and two sources, of which one shares its lower levels; a module in each level."""

    levels: Annotated[int, Field(ge=3)]
    shared: Positive = Field(description="lowest levels that the target and one source share")
    new_upper: common.Ranges = Field(description="of the target's other levels")
    source_examples: common.Examples
    examples: Annotated[list[common.Examples], Field(min_length=1), Increasing]

    @model_validator(mode="after")
    def _more_can_be_copied(self) -> "TransferData":
        if self.shared > self.levels - 2:
            raise ValueError(
                "shared: at most two less than levels, so that more than are shared can be copied"
            )
        if len(self.new_upper.slopes) != 2:
            raise ValueError("new_upper: of two variables")
        return self


class TransferTraining(common.NetworkTraining):
    """Training, equal for sources and all arms."""

    channels: Positive = Field(description="of a node")
    batch_of_source: Positive = Field(description="batch of the sources, which have more examples")


class TransferTheme(StrictModel):
    """Two sources, a target, six arms."""

    transfer: common.Experiment[TransferData, TransferTraining]


def collect(plan: Collector, settings: TransferTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.transfer.generate, settings.transfer.train
    network = TreeNetwork(training.channels)
    shared, most = drawn.shared, max(drawn.examples)
    lower = [f"lower {level}" for level in range(shared)]
    other_lower = [f"other lower {level}" for level in range(shared)]
    upper = [f"upper {level}" for level in range(shared, drawn.levels)]
    lowers = {"source": lower, "other_source": other_lower}
    if plan.world == "mismatched":
        lowers = {"source": other_lower, "other_source": lower}
    if plan.world == "structured":  # the target and both sources are the same tree
        lowers = {"source": lower, "other_source": lower}

    def data(name: str, tree: dict[str, object], examples: int) -> str:
        return plan.examples(NAME, name, tree, 2**drawn.levels, examples, drawn)

    source_training = training.model_copy(update={"batch": training.batch_of_source})
    sources = {}
    for name, levels in lowers.items():
        number = drawn.source_examples
        examples = data(name, plan.tree(*levels, *upper), number)
        sources[name] = plan.network(NAME, name, examples, network, number, source_training)
    tree = plan.tree(*lower, *upper)
    if plan.world != "structured":
        new = plan.tree(*(f"new {name}" for name in upper), ranges=drawn.new_upper)
        tree = {**tree, "modules": [*tree["modules"][:shared], *new["modules"]]}
    target = data("target", tree, most)

    @cache
    def arm(name: str, examples: int, levels: int) -> str:
        source, frozen = ARMS[name]
        return plan.network(
            NAME,
            f"{name}-levels_{levels}-examples_{examples}",
            target,
            network,
            examples,
            training,
            source=sources[source] if source else None,
            seed_names=[STUDY, NAME, "arms"],  # the same weights and batches in all arms
            copied=levels if source else 0,
            frozen=levels if frozen else 0,
        )

    models = {
        arm(name, examples, 0 if name == "scratch" else shared): {"arm": name, "examples": examples}
        for name in ARMS
        for examples in drawn.examples
    }
    plan.evaluate(
        "compsparse.studies.approximation.transfer.evaluate_transfer",
        {"models": list(models)},
        {"cells": list(models.values())},
        render="compsparse.studies.approximation.transfer.render_transfer",
        render_params={"levels": shared},
    )
    copied = range(drawn.levels)
    by_levels = [arm("frozen" if n else "scratch", most, n) for n in copied]
    plan.evaluate(
        "compsparse.studies.approximation.transfer.evaluate_levels_copied",
        {"models": by_levels},
        {"cells": [{"levels": levels} for levels in copied], "shared": shared},
        render="compsparse.studies.approximation.transfer.render_levels_copied",
        render_params={"shared": shared, "examples": most},
    )
