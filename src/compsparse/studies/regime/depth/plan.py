"""Settings and jobs on the depth: a sweep, everything else fixed (document 001, Section 2.4)."""

from typing import Any

from pydantic import Field

from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.shared_settings import Depths, Evaluated, Rounds, Targets
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "depth_sweep"


class DenseDepths(StrictModel):
    """Dense networks of several depths."""

    depths: Depths
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
    sweep, files = settings.depth_sweep, Files()
    for target in sweep.targets:
        for depth in sweep.train.depths:
            cell = Cell(NAME, f"{target}-depth_{depth}", target, depth, plan.networks.units)
            labels: dict[str, Any] = {"target": target, "depth": depth}
            dense = plan.dense(cell, sweep.train.runs)
            plan.add_scores(files, cell, dense, **labels, kind="dense")
            for method in sweep.prune.methods:
                named = cell.with_name(cell.name, method)
                pruned = plan.pruned(named, method, sweep.prune, dense)
                plan.add_scores(files, named, pruned, **labels, kind=method)
            plan.add_references(files, cell, **labels)
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_depth_scores",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.depth.render_depth_scores",
    )
    plan.evaluate(
        "compsparse.studies.regime.depth.evaluate_depth_peak",
        {"networks": plan.table("depth_scores")},
        settings.depth_peak.evaluate.model_dump(),
        render="compsparse.studies.regime.depth.render_depth_peak",
        headline=False,
    )
