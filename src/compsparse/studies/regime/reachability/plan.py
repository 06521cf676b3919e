"""Settings and jobs on networks that begin near a solution (document 001, Figure 7)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import LayeredSettings, Seeds
from workflow_engine.configuration.values import Distinct, Increasing, PositiveNumber, StrictModel

NAME = "reachability"


class NearStarts(StrictModel):
    """Starts around the genome's network, and random ones."""

    distances: Annotated[list[PositiveNumber], Field(min_length=3), Increasing] = Field(
        description="of the noise, relative to the weights of each block"
    )
    runs: Seeds = Field(description="of each distance, and from random weights")


class Reachability(StrictModel):
    """Networks that begin near a solution, on some targets."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
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
    """The only experiment of this theme."""

    reachability: Reachability


def collect(plan: Collector, settings: ReachabilityTheme) -> None:
    """Add the jobs of this theme."""
    chosen = settings.reachability
    networks: dict[str, str] = {}
    solutions: list[str] = []
    scores: list[str] = []
    references: list[tuple[dict[str, str], str]] = []
    for target in chosen.targets:
        shape = chosen.shapes[target]
        if target not in plan.genomes:
            raise ValueError(
                f"reachability.targets: {target!r} has no genome to begin near; allowed: "
                f"{', '.join(plan.genomes) or 'none of the targets'}."
            )
        params = {
            **shape.model_dump(),
            **chosen.train.model_dump(),
            "recipe": plan.networks.recipe.model_dump(),
            "retry": plan.networks.retry.model_dump(),
        }
        seen = {"target": plan.targets[target]}
        solutions.append(
            plan.generate(
                NAME,
                f"{target}-solution",
                "embedding.embedding",
                shape.model_dump(),
                seen,
                sources={"genome": plan.genomes[target]},
            )
        )
        networks[target] = plan.train(
            NAME, target, "from_solution", params, {**seen, "solution": solutions[-1]}
        )
        scores.append(plan.scores(NAME, target, target, shape.model_dump(), networks[target]))
        found = plan.references(NAME, target, target, shape.depth, shape.units)
        references += [
            ({"target": target, "kind": kind.partition("_")[0]}, path)
            for kind, path in found.items()
        ]
    plan.evaluate(
        NAME,
        {
            "networks": list(networks.values()),
            "scores": scores,
            "solutions": solutions,
            "references": [path for _, path in references],
        },
        {"networks": list(networks), "references": [labels for labels, _ in references]},
    )
