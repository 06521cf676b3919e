"""Settings and jobs on the networks outside of the regime; nothing is trained."""

from pydantic import Field

from workflow_engine.configuration.values import Positive, StrictModel
from workflow_engine.job_collector import JobCollector


class Outside(StrictModel):
    """What is outside of the regime."""

    apart: Positive = Field(description="layers from the best depth on")


class FalsifierCount(StrictModel):
    """The count of networks that the documents exclude."""

    evaluate: Outside


class Falsifier(StrictModel):
    """The only result of this theme."""

    falsifier: FalsifierCount


def collect(plan: JobCollector, settings: Falsifier) -> None:
    """Add the jobs of this theme; those on depth and wiring make the tables that it reads."""
    tables = {"depths": plan.table("depth_scores"), "wirings": plan.table("wiring")}
    plan.evaluate("falsifier", tables, settings.falsifier.evaluate.model_dump())
