"""Settings and jobs on locality and shared weights (document 000, the puzzle of convolutions)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.ensembles.wirings.shape import dense_widths, tree
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.shared_settings import LearnedData, Leaves, NetworkTraining
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "locality"
TARGETS = ("tree", "different")
ORDERS = ("own", "random")


class LocalityData(LearnedData):
    """Trees whose constituents are equal, and trees in which they differ."""

    variables: Leaves
    examples: Annotated[int, Field(ge=16)] = Field(description="a fifth of them for validation")


class LocalityTraining(NetworkTraining):
    """Training, equal for all networks."""

    channels: Positive = Field(description="of a node; the dense network has as many weights")


class LocalityExperiment(StrictModel):
    """Three networks, two orders of the variables, two targets."""

    generate: LocalityData
    train: LocalityTraining

    @model_validator(mode="after")
    def _batches_are_within(self) -> "LocalityExperiment":
        self.train.require_batch_within(self.generate.examples)
        return self


class LocalityTheme(StrictModel):
    """The theme's experiments."""

    locality: LocalityExperiment


def collect(plan: Collector, settings: LocalityTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.locality.generate, settings.locality.train
    models, cells = [], []
    for name in TARGETS:
        data = plan.examples(NAME, name, plan.target(name), drawn.variables, drawn.examples, drawn)
        for network, shape in _networks(drawn.variables, training.channels).items():
            for order in ORDERS:
                cell = {"target": name, "network": network, "order": order}
                models.append(
                    plan.network(
                        NAME,
                        "-".join(cell.values()),
                        data,
                        {**shape, "order": order},
                        drawn.examples,
                        training,
                    )
                )
                cells.append(cell)
    plan.evaluate(
        "compsparse.studies.approximation.locality.evaluate_locality",
        {"models": models},
        {"cells": cells},
        render="compsparse.studies.approximation.locality.render_locality",
        render_params={"variables": drawn.variables, "examples": drawn.examples},
    )


def _networks(variables: int, channels: int) -> dict[str, dict[str, Any]]:
    size = tree(variables, channels).parameters
    return {
        "convolution": {"wiring": "tree", "channels": channels, "shared": True},
        "local": {"wiring": "tree", "channels": channels, "shared": False},
        "dense": {"wiring": "dense", "widths": dense_widths(variables, 3, size)},
    }
