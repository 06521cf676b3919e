"""Settings and jobs on depth at equal size (document 000, 'The answers': why depth matters)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.learning.network import DenseNetwork, Network, TreeNetwork
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "depth"
DATA = ("examples", "fresh")


class DepthData(common.LearnedData):
    """A tree, and numbers of examples."""

    variables: common.Leaves
    examples: common.Examples = Field(description="few, a fifth of them for validation")
    choosing: common.Examples = Field(description="validation examples where batches are fresh")


class DepthTraining(common.NetworkTraining):
    """Training, equal for all networks."""

    layers: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="hidden layers of dense networks"
    )
    channels: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of tree networks; dense ones have as many weights as these"
    )


class DepthExperiment(common.Experiment[DepthData, DepthTraining]):
    """Networks of several depths and sizes."""

    @model_validator(mode="after")
    def _dense_networks_are_as_large(self) -> "DepthExperiment":
        variables, smallest = self.generate.variables, self.train.channels[0]
        for layers in self.train.layers:
            dense_widths(variables, layers, tree(variables, smallest).parameters)
        return self


class DepthTheme(StrictModel):
    """The theme's experiments."""

    depth: DepthExperiment


def collect(plan: Collector, settings: DepthTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.depth.generate, settings.depth.train
    target, variables = plan.target("tree"), drawn.variables
    models = {}
    for kind in DATA:
        number = drawn.examples if kind == "examples" else drawn.choosing
        data = plan.examples(NAME, kind, target, variables, number, drawn)
        more: dict[str, Any] = {"fresh": target} if kind == "fresh" else {}
        for channels in training.channels:
            size = tree(variables, channels).parameters
            networks: dict[str, Network] = {"tree": TreeNetwork(channels)}
            for layers in training.layers:
                networks[f"dense_{layers}"] = DenseNetwork(dense_widths(variables, layers, size))
            for name, network in networks.items():
                cell = f"{kind}-{name}-weights_{size}"
                path = plan.network(NAME, cell, data, network, number, training, **more)
                models[path] = {"data": kind, "network": name, "size": size}
    plan.evaluate(
        "compsparse.studies.approximation.depth.evaluate_depth",
        {"models": list(models)},
        {"cells": list(models.values())},
        render="compsparse.studies.approximation.depth.render_depth",
        render_params={"variables": variables},
    )
