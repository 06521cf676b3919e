"""Settings and jobs on learning from examples (document 000, 'The answers', Principle I)."""

from bisect import bisect_right
from functools import cache
from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.networks.shape import dense_like, tree
from compsparse.studies.approximation.samples.kernels import KERNELS
from compsparse.studies.approximation.shared_settings import LearnedData, Leaves, NetworkTraining
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "samples"
_TARGETS = ("tree", "generic")


class Sizes(LearnedData):
    """Two lines that cross."""

    examples: Annotated[list[Annotated[int, Field(ge=16)]], Field(min_length=2), Increasing]
    at_variables: Leaves = Field(description="d where examples vary")
    variables: Annotated[list[Leaves], Field(min_length=2), Increasing]
    at_examples: Positive = Field(description="examples where d varies")

    @model_validator(mode="after")
    def _lines_cross(self) -> "Sizes":
        if self.at_variables not in self.variables or self.at_examples not in self.examples:
            raise ValueError("at_variables is one of variables and at_examples one of examples")
        return self


class Kernels(StrictModel):
    """What kernel regressions choose among."""

    widths: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    ridges: Annotated[list[PositiveNumber], Field(min_length=1), Increasing]


class Learning(NetworkTraining):
    """Equal for all methods: as many configurations and examples to choose on, and parameters."""

    channels: Annotated[int, Field(ge=2)] = Field(
        description="of a node of a tree; other networks have as many weights"
    )
    kernels: Kernels

    @model_validator(mode="after")
    def _equally_many(self) -> "Learning":
        kernels = len(self.kernels.widths) * len(self.kernels.ridges)
        if self.configurations != kernels:
            raise ValueError(
                f"networks choose among {self.configurations} trainings, kernels among {kernels}: "
                "not equal"
            )
        return self


class SamplesExperiment(StrictModel):
    """Examples, and what is learned from them."""

    generate: Sizes
    train: Learning

    @model_validator(mode="after")
    def _batches_are_within(self) -> "SamplesExperiment":
        self.train.require_batch_within(self.generate.examples[0])
        return self


class SamplesTheme(StrictModel):
    """The theme's experiments."""

    samples: SamplesExperiment


def collect(plan: Collector, settings: SamplesTheme) -> None:
    """Add the jobs of this theme."""
    sizes, learning = settings.samples.generate, settings.samples.train
    models, cells = [], []
    for name in _TARGETS:
        for variables in sizes.variables:
            here = variables == sizes.at_variables
            numbers = sizes.examples if here else [sizes.at_examples]
            place = f"{name}-variables_{variables}"
            target = plan.target(name)
            data = plan.examples(NAME, place, target, variables, max(numbers), sizes)
            shapes = networks(variables, learning.channels)
            for number in numbers:
                cell = {"target": name, "variables": variables, "examples": number}
                of_number = f"{place}-examples_{number}"
                for kernel in KERNELS:
                    params = {"kernel": kernel, "examples": number, **learning.kernels.model_dump()}
                    made = plan.train(
                        NAME, f"{of_number}-{kernel}", "kernel", params, {"examples": data}
                    )
                    models.append(made)
                    cells.append({**cell, "method": kernel})
                for method, shape in shapes.items():
                    made = plan.network(
                        NAME, f"{of_number}-{method}", data, shape, number, learning
                    )
                    models.append(made)
                    cells.append({**cell, "method": method})
    crossing = {"at_variables": sizes.at_variables, "at_examples": sizes.at_examples}
    table = {"models": models}
    plan.evaluate("learning_curves", table, {"cells": cells, **crossing}, render_params=crossing)
    curves = {"curves": plan.table("learning_curves")}
    plan.evaluate("variables", curves, crossing, render_params={"examples": sizes.at_examples})
    plan.evaluate("matching", curves, crossing, render_params=crossing)


@cache
def networks(variables: int, channels: int) -> dict[str, dict[str, Any]]:
    """Return the networks of d variables: all as large as the tree network, as far as they can."""
    own = {"wiring": "tree", "channels": channels, "shared": False, "order": "own"}
    number = tree(variables, channels).parameters
    wide = bisect_right(range(1, 64 * channels), number, key=lambda of: _shared(variables, of))

    def filled(layers: int) -> dict[str, Any]:
        return {"wiring": "dense", "widths": dense_like(variables, layers, number), "order": "own"}

    return {
        "tree": own,
        "wrong_tree": {**own, "order": "bit_reversed"},
        "convolution": {**own, "channels": wide, "shared": True},
        "shallow": filled(1),
        "dense": filled(3),
    }


def _shared(variables: int, channels: int) -> int:
    return tree(variables, channels, shared=True).parameters
