"""Settings and jobs on learning from examples (document 000, 'The answers', Principle I)."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.learning.network import DenseNetwork, Network, TreeNetwork
from compsparse.studies.approximation.methods import KERNELS, METHODS, METHODS_AT_EVERY_D
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "samples"


class Sizes(common.LearnedData):
    """Numbers of examples at one d, and d at one number of examples."""

    examples: Annotated[list[common.Examples], Field(min_length=2), Increasing]
    at_variables: common.Leaves = Field(description="d where examples vary")
    variables: Annotated[list[common.Leaves], Field(min_length=2), Increasing]
    at_examples: Positive = Field(description="examples where d varies")

    @model_validator(mode="after")
    def _lines_cross(self) -> "Sizes":
        if self.at_variables not in self.variables or self.at_examples not in self.examples:
            raise ValueError("at_variables is one of variables and at_examples one of examples")
        return self


class Kernels(StrictModel):
    """Configurations of kernel regression."""

    widths: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    ridge: PositiveNumber


class Learning(common.NetworkTraining):
    """Equal numbers of configurations and of weights for all methods."""

    channels: Annotated[int, Field(ge=2)] = Field(
        description="of a node of a tree; other networks have as many weights"
    )
    kernels: Kernels

    @model_validator(mode="after")
    def _equally_many(self) -> "Learning":
        rates, widths = len(self.rates), len(self.kernels.widths)
        if rates != widths:
            raise ValueError(
                f"networks choose among {rates} rates, kernels among {widths} widths: not equal"
            )
        return self


class SamplesTheme(StrictModel):
    """Examples, and methods that learn from them."""

    samples: common.Experiment[Sizes, Learning]


def collect(plan: Collector, settings: SamplesTheme) -> None:
    """Add the jobs of this theme."""
    sizes, learning = settings.samples.generate, settings.samples.train
    kernels = learning.kernels.model_dump()
    models = {}
    crossed, d = sizes.at_examples, sizes.at_variables
    # trees at every number of examples and every d; without structure where these lines cross
    crossing_d = [v for v in sizes.variables if v == d]
    asked: dict[tuple[str, int, int], Iterable[str]] = {
        ("tree", v, number): METHODS for v in crossing_d for number in sizes.examples
    }
    asked |= {("tree", v, crossed): METHODS_AT_EVERY_D for v in sizes.variables if v != d}
    asked |= {("generic", v, crossed): METHODS for v in crossing_d}

    @cache
    def examples(name: str, variables: int) -> str:
        most = max(n for target, v, n in asked if (target, v) == (name, variables))
        place = f"{name}-variables_{variables}"
        return plan.examples(NAME, place, plan.target(name), variables, most, sizes)

    for (name, variables, number), methods in asked.items():
        place = f"{name}-variables_{variables}"
        data = examples(name, variables)
        wired = networks(variables, learning.channels)
        for method in methods:
            cell = f"{place}-examples_{number}-{method}"
            if method in KERNELS:
                path = plan.train(
                    NAME,
                    cell,
                    "compsparse.studies.approximation.samples.train_kernel",
                    {"kernel": method, "examples": number, **kernels},
                    {"examples": data},
                )
            else:
                path = plan.network(NAME, cell, data, wired[method], number, learning)
            labels = {"target": name, "variables": variables, "examples": number}
            models[path] = {**labels, "method": method}
    crossing = {"at_variables": sizes.at_variables, "at_examples": sizes.at_examples}
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_learning_curves",
        {"models": list(models)},
        {"cells": list(models.values()), **crossing},
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
def networks(variables: int, channels: int) -> dict[str, Network]:
    """Return networks of d variables, as close as possible to the tree network in size."""
    usual = TreeNetwork(channels)
    size = usual.shape(variables).parameters
    wide = bisect_right(
        range(1, 64 * channels), size, key=lambda n: tree(variables, n, shared=True).parameters
    )
    return {
        "tree": usual,
        "wrong_tree": replace(usual, order="bit_reversed"),
        "convolution": TreeNetwork(wide, shared=True),
        "shallow": DenseNetwork(dense_widths(variables, 1, size)),
        "dense": DenseNetwork(dense_widths(variables, 3, size)),
    }
