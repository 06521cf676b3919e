"""Settings and jobs on learning from examples (document 000, 'The answers', Principle I)."""

from bisect import bisect_right
from functools import cache
from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.samples.kernels import KERNELS
from compsparse.studies.approximation.shared_settings import LearnedData, Leaves, NetworkTraining
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "samples"
_TARGETS = ("tree", "generic")


class Sizes(LearnedData):
    """Numbers of examples at one d, and d at one number of examples."""

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
    """Configurations of kernel regression."""

    widths: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    ridges: Annotated[list[PositiveNumber], Field(min_length=1), Increasing]


class Learning(NetworkTraining):
    """Equal numbers of configurations and of weights for all methods."""

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
    """Examples, and methods that learn from them."""

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
    kernels = learning.kernels.model_dump()
    models, cells = [], []
    for name in _TARGETS:
        for variables in sizes.variables:
            numbers = [sizes.at_examples]
            if variables == sizes.at_variables:
                numbers = sizes.examples
            place = f"{name}-variables_{variables}"
            target = plan.target(name)
            data = plan.examples(NAME, place, target, variables, max(numbers), sizes)
            for number in numbers:
                labels = {"target": name, "variables": variables, "examples": number}
                cell = f"{place}-examples_{number}"
                for kernel in KERNELS:
                    models.append(
                        plan.train(
                            NAME,
                            f"{cell}-{kernel}",
                            "compsparse.studies.approximation.samples.train_kernel",
                            {"kernel": kernel, "examples": number, **kernels},
                            {"examples": data},
                        )
                    )
                    cells.append({**labels, "method": kernel})
                for method, network in networks(variables, learning.channels).items():
                    models.append(
                        plan.network(NAME, f"{cell}-{method}", data, network, number, learning)
                    )
                    cells.append({**labels, "method": method})
    crossing = {"at_variables": sizes.at_variables, "at_examples": sizes.at_examples}
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_learning_curves",
        {"models": models},
        {"cells": cells, **crossing},
        render="compsparse.studies.approximation.samples.render_learning_curves",
        render_params=crossing,
    )
    curves = {"curves": plan.table("learning_curves")}
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_variables",
        curves,
        crossing,
        render="compsparse.studies.approximation.samples.render_variables",
        render_params={"examples": sizes.at_examples},
    )
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_matching",
        curves,
        crossing,
        render="compsparse.studies.approximation.samples.render_matching",
        render_params=crossing,
    )


@cache
def networks(variables: int, channels: int) -> dict[str, dict[str, Any]]:
    """Return networks of d variables, as close as possible to the tree network in size."""
    usual = {"wiring": "tree", "channels": channels, "shared": False, "order": "own"}
    size = tree(variables, channels).parameters
    wide = bisect_right(
        range(1, 64 * channels), size, key=lambda n: tree(variables, n, shared=True).parameters
    )

    def filled(layers: int) -> dict[str, Any]:
        widths = dense_widths(variables, layers, size)
        return {"wiring": "dense", "widths": widths, "order": "own"}

    return {
        "tree": usual,
        "wrong_tree": {**usual, "order": "bit_reversed"},
        "convolution": {**usual, "channels": wide, "shared": True},
        "shallow": filled(1),
        "dense": filled(3),
    }
