"""Settings and jobs on how far the offline judge is right (document 001, Figure 1, caption)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Seeds
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "judge_calibration"


class Edits(StrictModel):
    """Edits of all targets whose meaning is known."""

    runs: Seeds = Field(description="independent draws of all edits, each with a threshold")
    repeats: Annotated[int, Field(ge=2, multiple_of=2)] = Field(
        description="edits of each kind and target in a draw: half to choose on, half to test on"
    )


class Permutations(StrictModel):
    """A judge that knows nothing."""

    permutations: Positive = Field(description="of the meanings, in each draw")


class CalibrationOfJudge(StrictModel):
    """The judge on edits, and on edits of permuted meanings."""

    generate: Edits
    evaluate: Permutations


class JudgeCalibration(StrictModel):
    """The experiment on the judge."""

    judge_calibration: CalibrationOfJudge


def collect(plan: Collector, settings: JudgeCalibration) -> None:
    """Add the jobs of this theme."""
    chosen, names = settings.judge_calibration, list(plan.targets)
    edits = plan.generate(
        NAME,
        "all",
        "judged_edits",
        {**chosen.generate.model_dump(), "targets": names, **worlds.of_judging(plan.world)},
        {"targets": list(plan.targets.values())},
    )
    plan.evaluate(NAME, {"edits": edits}, {**chosen.evaluate.model_dump(), "targets": names})
