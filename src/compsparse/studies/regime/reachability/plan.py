"""Settings and jobs on networks that start near a solution (document 001, Figure 7)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.shared_settings import LayeredSettings, Seeds, Targets
from workflow_engine.configuration.values import Increasing, PositiveNumber, StrictModel

NAME = "reachability"


class NearStarts(StrictModel):
    """Starts around the genome's network, and random ones."""

    distances: Annotated[list[PositiveNumber], Field(min_length=3), Increasing] = Field(
        description="of the noise, relative to the weights of each block"
    )
    runs: Seeds = Field(description="of each distance, and from random weights")


class Reachability(StrictModel):
    """Networks that start near a solution, on some targets."""

    targets: Targets
    shapes: dict[str, LayeredSettings] = Field(description="by target")
    train: NearStarts

    @model_validator(mode="after")
    def _usable(self) -> "Reachability":
        for target in self.targets:
            if target not in self.shapes:
                raise ValueError(f"shapes has one for each target; it lacks {target!r}")
        distances = self.train.distances
        if any(float(f"{value:.3g}") != value for value in distances):
            raise ValueError(f"distances of at most three digits; not {distances}")
        return self


class ReachabilityTheme(StrictModel):
    """The experiment of this theme."""

    reachability: Reachability


def collect(plan: Collector, settings: ReachabilityTheme) -> None:
    """Add the jobs of this theme."""
    chosen, files = settings.reachability, Files()
    for target in chosen.targets:
        layers = chosen.shapes[target]
        genome = plan.genome(target, "reachability.targets")
        cell = Cell(NAME, target, target, layers.depth, layers.units)
        solution = plan.solution(cell, genome)
        trained = plan.train(
            NAME,
            target,
            "compsparse.studies.regime.reachability.train_from_solution",
            {
                **cell.shape,
                **chosen.train.model_dump(),
                "recipe": plan.networks.recipe.model_dump(),
                "retry": plan.networks.retry.model_dump(),
            },
            {"target": plan.targets[target], "solution": solution},
        )
        files.add("solutions", solution)
        files.add("networks", trained)
        plan.add_scores(files, cell, trained)
        plan.add_references(files, cell, target=target)
    plan.evaluate(
        "compsparse.studies.regime.reachability.evaluate_reachability",
        files.paths,
        {"networks": chosen.targets, **files.labels},
        render="compsparse.studies.regime.reachability.render_reachability",
        headline=False,
    )
