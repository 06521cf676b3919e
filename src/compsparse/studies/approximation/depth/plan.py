"""Settings and jobs on depth at equal size (document 000, 'The answers': why depth matters)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation.collector import STUDY, Collector
from compsparse.studies.approximation.shared_settings import LearnedData, Leaves, NetworkTraining
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "depth"
DATA = ("examples", "fresh")


class DepthData(LearnedData):
    """A tree, and numbers of examples."""

    variables: Leaves
    examples: Annotated[int, Field(ge=16)] = Field(
        description="few, a fifth of them for validation"
    )
    choosing: Annotated[int, Field(ge=16)] = Field(
        description="validation examples where batches are fresh"
    )


class DepthTraining(NetworkTraining):
    """Training, equal for all networks."""

    layers: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="hidden layers of dense networks"
    )
    channels: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of tree networks; dense ones have as many weights as these"
    )


class DepthExperiment(StrictModel):
    """Networks of several depths and sizes."""

    generate: DepthData
    train: DepthTraining

    @model_validator(mode="after")
    def _fits(self) -> "DepthExperiment":
        self.train.require_batch_within(self.generate.examples)
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
    models, cells = [], []
    for kind in DATA:
        number = drawn.examples if kind == "examples" else drawn.choosing
        data = plan.examples(NAME, kind, target, variables, number, drawn)
        fresh = {"target": target, "seed_names": [STUDY, NAME, kind]}
        more = {"fresh": fresh} if kind == "fresh" else {}
        for channels in training.channels:
            size = tree(variables, channels).parameters
            shapes = {"tree": {"wiring": "tree", "channels": channels, "shared": False}}
            for layers in training.layers:
                widths = dense_widths(variables, layers, size)
                shapes[f"dense_{layers}"] = {"wiring": "dense", "widths": widths}
            for name, shape in shapes.items():
                network = {**shape, "order": "own"}
                cell = f"{kind}-{name}-weights_{size}"
                models.append(plan.network(NAME, cell, data, network, number, training, **more))
                cells.append({"data": kind, "network": name, "size": size})
    plan.evaluate(
        "compsparse.studies.approximation.depth.evaluate_depth",
        {"models": models},
        {"cells": cells},
        render="compsparse.studies.approximation.depth.render_depth",
        render_params={"variables": variables},
    )
