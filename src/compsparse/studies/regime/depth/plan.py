"""Settings and jobs on the depth: a sweep, everything else fixed (document 001, Section 2.4)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import Collector, LabelledFiles
from compsparse.studies.regime.shared_settings import Evaluated, Rounds, Targets
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "depth_sweep"


class DenseDepths(StrictModel):
    """Dense networks of several depths."""

    depths: Annotated[list[Positive], Field(min_length=3), Increasing]
    runs: Positive = Field(description="seeds of each target and depth")


class DepthSweep(StrictModel):
    """Networks of equal width and several depths on some targets, pruned to equal counts."""

    targets: Targets
    train: DenseDepths
    prune: Rounds


class PeakRule(StrictModel):
    """When a depth is a peak."""

    apart: Positive = Field(description="layers from the best depth at which either side begins")
    permutations: Positive = Field(description="of the depths, for the rate of false alarms")


class Depth(StrictModel):
    """The experiments on the depth."""

    depth_sweep: DepthSweep
    depth_peak: Evaluated[PeakRule]


def collect(plan: Collector, settings: Depth) -> None:
    """Add the jobs of this theme."""
    sweep, units = settings.depth_sweep, plan.networks.units
    scores, references = LabelledFiles(), LabelledFiles()
    for target in sweep.targets:
        for depth in sweep.train.depths:
            shape, cell = {"depth": depth, "units": units}, f"{target}-depth_{depth}"
            labels = {"target": target, "depth": depth}
            dense = plan.dense(NAME, cell, target, shape, sweep.train.runs)
            judged = plan.scores(NAME, cell, target, shape, dense)
            scores.add(judged, **labels, kind="dense")
            for method in sweep.prune.methods:
                name = f"{cell}-{method}"
                pruned = plan.pruned(NAME, name, target, shape, method, sweep.prune, dense)
                judged = plan.scores(NAME, name, target, shape, pruned)
                scores.add(judged, **labels, kind=method)
            for kind, path in plan.references(NAME, cell, target, depth, units):
                references.add(path, **labels, kind=kind)
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_depth_scores",
        {"scores": scores.paths, "references": references.paths},
        {"scores": scores.labels, "references": references.labels},
        render="compsparse.studies.regime.depth.render_depth_scores",
    )
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_depth_peak",
        {"networks": plan.table("depth_scores")},
        settings.depth_peak.evaluate.model_dump(),
        render="compsparse.studies.regime.depth.render_depth_peak",
    )
