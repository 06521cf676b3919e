"""Settings and jobs on the depth: a sweep, everything else fixed (document 001, Section 2.4)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Rounds
from workflow_engine.configuration.values import Distinct, Increasing, Positive, StrictModel

NAME = "depth_sweep"


class DenseDepths(StrictModel):
    """Dense networks of several depths."""

    depths: Annotated[list[Positive], Field(min_length=3), Increasing]
    runs: Positive = Field(description="seeds of each target and depth")


class DepthSweep(StrictModel):
    """Networks of equal width and several depths on some targets, pruned to equal counts."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    train: DenseDepths
    prune: Rounds


class PeakRule(StrictModel):
    """When a depth is a peak."""

    apart: Positive = Field(description="layers from the best depth on that a side begins")
    permutations: Positive = Field(description="of the depths, for the rate of false alarms")


class DepthPeak(StrictModel):
    """The search for a peak in the sweep."""

    evaluate: PeakRule


class Depth(StrictModel):
    """The experiments on the depth."""

    depth_sweep: DepthSweep
    depth_peak: DepthPeak


def collect(plan: Collector, settings: Depth) -> None:
    """Add the jobs of this theme."""
    sweep, units = settings.depth_sweep, plan.networks.units
    scores: list[tuple[dict[str, object], str]] = []
    references: list[tuple[dict[str, object], str]] = []
    for target in sweep.targets:
        for depth in sweep.train.depths:
            shape, cell = {"depth": depth, "units": units}, f"{target}-depth_{depth}"
            dense = plan.dense(NAME, cell, target, shape, sweep.train.runs)
            place = {"target": target, "depth": depth}
            judged = plan.scores(NAME, cell, target, shape, dense)
            scores.append(({**place, "kind": "dense"}, judged))
            for method in sweep.prune.methods:
                name = f"{cell}-{method}"
                pruned = plan.pruned(NAME, name, target, shape, method, sweep.prune, dense)
                judged = plan.scores(NAME, name, target, shape, pruned)
                scores.append(({**place, "kind": method}, judged))
            for kind, path in plan.references(NAME, cell, target, depth, units).items():
                references.append(({**place, "kind": kind.partition("_")[0]}, path))
    read = {"scores": scores, "references": references}
    plan.evaluate(
        "depth_scores",
        {name: [path for _, path in files] for name, files in read.items()},
        {name: [labels for labels, _ in files] for name, files in read.items()},
    )
    plan.evaluate(
        "depth_peak",
        {"networks": plan.table("depth_scores")},
        settings.depth_peak.evaluate.model_dump(),
    )
