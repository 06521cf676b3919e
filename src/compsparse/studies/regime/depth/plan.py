"""Settings and jobs on depth (document 001, Figures 3 to 5, 16 and 17)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector, Depth, Measured, Runs
from compsparse.studies.regime.depth.artifact import Artifact
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    StrictModel,
)

NAME = "depth"
COPIES = ("first", "second")  # networks of each scene: one chooses a depth, the other is judged


class Depths(StrictModel):
    """Networks of several depths."""

    depths: Annotated[list[Depth], Field(min_length=3), Increasing]
    runs: Runs
    weights: Positive = Field(description="live ones after pruning, at every depth")


class Judged(StrictModel):
    """The rule of a peak."""

    apart: Positive = Field(description="layers from the best depth from which on others are lower")


class Predictor(StrictModel):
    """The line from complexity to depth."""

    artifacts: Annotated[list[Artifact], Field(min_length=2)]


class Sweep(StrictModel):
    """The experiment, and what is read from it."""

    train: Depths
    evaluate: Judged
    predictor: Predictor

    @model_validator(mode="after")
    def _every_depth_has_others(self) -> "Sweep":
        depths, apart = self.train.depths, self.evaluate.apart
        alone = [d for d in depths if max(d - depths[0], depths[-1] - d) < apart]
        if alone:
            raise ValueError(f"evaluate.apart: no depth is {apart} layers from {alone[0]}")
        return self


class DepthTheme(StrictModel):
    """The theme's experiments."""

    depth: Sweep


def collect(plan: Collector, settings: DepthTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.depth
    files = Measured()
    for depth in given.train.depths:
        for copy in COPIES:
            cells = {
                kind: plan.cell(NAME, f"{depth}-{copy}-{kind}", depth, given.train.runs)
                for kind in ("dense", "similarity")
            }
            dense = plan.dense(cells["dense"])
            weights = [given.train.weights]
            pruned = plan.pruned(cells["similarity"], "unit_merging", dense, weights)
            for kind, networks in (("dense", dense), ("similarity", pruned)):
                path = plan.measured(cells[kind], networks)
                files.add(path, kind=kind, depth=depth, copy=copy)
    same = {"labels": files.labels, "paints": plan.networks.sweeps.paints}
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_depth",
        {"measures": files.paths},
        {**same, **given.evaluate.model_dump()},
        render="compsparse.studies.regime.depth.render_depth",
        render_params={"weights": given.train.weights},
    )
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_predictor",
        {"measures": files.paths, "targets": list(cells["dense"].targets)},
        {**same, **given.predictor.model_dump()},
        render="compsparse.studies.regime.depth.render_predictor",
    )
