"""Settings and jobs on learning from examples (document 000, 'The answers', Principle I)."""

from bisect import bisect_right
from dataclasses import replace
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.learning.network import DenseNetwork, Network, TreeNetwork
from compsparse.studies.approximation.methods import METHODS, TARGETS
from workflow_engine.configuration.values import Increasing, PositiveNumber, StrictModel

NAME = "samples"


class Sizes(common.LearnedData):
    """Numbers of examples at one d; methods are compared at the largest one."""

    examples: Annotated[list[common.Examples], Field(min_length=2), Increasing]
    variables: common.Leaves = Field(description="d")


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
    kernels, d, most = learning.kernels.model_dump(), sizes.variables, max(sizes.examples)
    wired = networks(d, learning.channels)
    models = {}
    for target in TARGETS:
        data = plan.examples(NAME, target, plan.target(target), d, most, sizes)
        for number in sizes.examples if target == "tree" else [most]:
            for method in METHODS:
                if method == "convolution" and number < most:
                    continue  # costs most, and no claim is about its slope
                cell = f"{target}-examples_{number}-{method}"
                if method == "kernel":
                    path = plan.train(
                        NAME,
                        cell,
                        "compsparse.studies.approximation.samples.train_kernel",
                        {"examples": number, **kernels},
                        {"examples": data},
                    )
                else:
                    path = plan.network(NAME, cell, data, wired[method], number, learning)
                models[path] = {"target": target, "examples": number, "method": method}
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_learning_curves",
        {"models": list(models)},
        {"cells": list(models.values())},
        render="compsparse.studies.approximation.samples.render_learning_curves",
        render_params={"variables": d},
    )
    plan.evaluate(
        "compsparse.studies.approximation.samples.evaluate_matching",
        {"curves": plan.table("learning_curves")},
        render="compsparse.studies.approximation.samples.render_matching",
        render_params={"variables": d, "examples": most},
    )


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
