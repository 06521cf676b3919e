"""Settings and jobs of a grid of trainings on hard data alone, so that none is a straw man."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import (
    Experiment,
    Hidden,
    Learned,
    TransformerTraining,
)
from workflow_engine.configuration.values import Increasing, PositiveNumber, StrictModel

NAME = "hard_only_grid"


class Grid(StrictModel):
    """What varies besides the learning rate."""

    more_layers: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1), Increasing] = (
        Field(description="in addition to those of the training")
    )
    initial_scales: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="factors of all initial weights"
    )


class HardOnlyGrid(Experiment[Hidden, TransformerTraining, Learned]):
    """One task, many transformers on hard data alone, few on the mixture."""

    grid: Grid


class HardOnlyGridTheme(StrictModel):
    """The theme's only experiment."""

    hard_only_grid: HardOnlyGrid


def collect(plan: Collector, settings: HardOnlyGridTheme) -> None:
    """Add the jobs of this theme.

    The mixture has the most layers and the smallest initial scale only: it chooses among fewer.
    """
    chosen, training = settings.hard_only_grid, settings.hard_only_grid.train
    depths = [training.layers + more for more in chosen.grid.more_layers]
    scales = chosen.grid.initial_scales
    hidden = plan.hidden(NAME, "hidden", chosen.generate)
    cells = [("hard_only", layers, scale) for layers in depths for scale in scales]
    cells.append(("mixture", depths[-1], scales[0]))
    labels, paths = [], []
    for data, layers, scale in cells:
        varied = {"layers": layers, "initial_scale": scale}
        cell = f"{data}-layers_{layers}-scale_{scale:g}"
        paths += plan.transformers(NAME, hidden, data, training, cell=cell, **varied)
        labels += [{"data": data, **varied}] * len(training.rates)
    plan.evaluate(
        "compsparse.studies.composition.hard_only_grid.evaluate_hard_only_grid",
        {"trained": paths},
        {"trained": labels, **chosen.evaluate.model_dump()},
        render="compsparse.studies.composition.hard_only_grid.render_hard_only_grid",
        headline=False,
    )
