"""Settings and jobs on the number of layers (document 003, expressivity)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Hidden, TaskSize, Training
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "depth"


class Tasks(StrictModel):
    """Tasks of several lengths."""

    tasks: Annotated[list[TaskSize], Field(min_length=1)]
    runs: Positive = Field(description="independent replicates")


class Layers(StrictModel):
    """Trainings of 1 to log2(k) + 1 layers."""

    generate: Tasks
    train: Training


class Depth(StrictModel):
    """The theme's experiments."""

    depth: Layers


def collect(plan: Collector, settings: Depth) -> None:
    """Add the jobs of this theme."""
    chosen, trained, layers = settings.depth, [], []
    for task in chosen.generate.tasks:
        cell = f"folds_{task.folds}-symbols_{task.symbols}"
        draws = Hidden(**task.model_dump(), runs=chosen.generate.runs)
        hidden = plan.hidden(NAME, cell, draws)
        for number in range(1, layers_needed(task.folds) + 1):
            name = f"{cell}-layers_{number}"
            path = plan.attention_only(NAME, name, hidden, "mixture", number, chosen.train)
            trained.append(path)
            layers.append(number)
    plan.evaluate(
        "compsparse.studies.composition.depth.evaluate_depth",
        {"trained": trained},
        {"layers": layers},
        render="compsparse.studies.composition.depth.render_depth",
    )
