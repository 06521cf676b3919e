"""Settings and jobs on locality and shared weights (document 000, the puzzle of convolutions)."""

from dataclasses import replace

from pydantic import Field

from compsparse.ensembles.wirings.shape import dense_widths
from compsparse.studies.approximation import shared_settings as common
from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.learning.network import (
    DenseNetwork,
    Network,
    Order,
    TreeNetwork,
)
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "locality"
TARGETS = ("tree", "different")
ORDERS: tuple[Order, ...] = ("own", "random")


class LocalityData(common.LearnedData):
    """Trees whose constituents are equal, and trees in which they differ."""

    variables: common.Leaves
    examples: common.Examples = Field(description="a fifth of them for validation")


class LocalityTraining(common.NetworkTraining):
    """Training, equal for all networks."""

    channels: Positive = Field(description="of a node; the dense network has as many weights")


class LocalityTheme(StrictModel):
    """Three networks, two orders of the variables, two targets."""

    locality: common.Experiment[LocalityData, LocalityTraining]


def collect(plan: Collector, settings: LocalityTheme) -> None:
    """Add the jobs of this theme."""
    drawn, training = settings.locality.generate, settings.locality.train
    variables, examples = drawn.variables, drawn.examples
    local = TreeNetwork(training.channels)
    widths = dense_widths(variables, 3, local.shape(variables).parameters)
    networks: dict[str, Network] = {
        "convolution": replace(local, shared=True),
        "local": local,
        "dense": DenseNetwork(widths),
    }
    models = {}
    for target in TARGETS:
        data = plan.examples(NAME, target, plan.target(target), variables, examples, drawn)
        for name, network in networks.items():
            for order in ORDERS:
                cell = {"target": target, "network": name, "order": order}
                ordered = replace(network, order=order)
                path = plan.network(
                    NAME, "-".join(cell.values()), data, ordered, examples, training
                )
                models[path] = cell
    plan.evaluate(
        "compsparse.studies.approximation.locality.evaluate_locality",
        {"models": list(models)},
        {"cells": list(models.values())},
        render="compsparse.studies.approximation.locality.render_locality",
        render_params={"variables": variables, "examples": examples},
    )
