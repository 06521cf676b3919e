"""Settings and jobs on the student's width (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import Collector, slug
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

_ROOM = 2  # directions of the teacher per neuron of the widest student


class WidthFlow(shared.PowerLawFlows):
    """The flow of students of several widths, the first neurons of common starts."""

    widths: Annotated[list[Positive], Field(min_length=3), Increasing] = Field(description="m")


class WidthRuns(shared.Experiment[shared.TeacherDraws, WidthFlow]):
    """Students of several widths, trained until all their neurons are in use."""

    @model_validator(mode="after")
    def _fits(self) -> "WidthRuns":
        widest, draws = self.train.widths[-1], self.generate
        if draws.neurons != widest:
            raise ValueError(
                f"as many neurons in the starts as the widest student has; {draws.neurons} and "
                f"{widest} differ"
            )
        if draws.directions < _ROOM * widest:
            raise ValueError(
                f"at least {_ROOM * widest} directions for {widest} neurons, or the teacher's end "
                f"decides what they learn; {draws.directions} are too few"
            )
        return self


class Width(StrictModel):
    """The experiments on the student's width."""

    width: WidthRuns


def collect(plan: Collector, settings: Width) -> None:
    """Add the jobs of this theme: one sweep over widths and exponents, with five results."""
    name, flow = "width", settings.width.train
    # one dataset: a narrow student has the first neurons of a wide one
    starts = plan.starts(name, "default", settings.width.generate)
    for exponent in flow.exponents:
        for neurons in flow.widths:
            cell = f"beta_{slug(exponent)}-neurons_{neurons}"
            plan.flow(name, cell, flow, exponent, starts, neurons=neurons)
    histories = {"histories": plan.histories(name)}
    swept = flow.model_dump(include={"exponents", "widths"})
    for module in (
        "compsparse.studies.emergence.width.evaluate_width_plateau",
        "compsparse.studies.emergence.width.evaluate_learned_directions",
    ):
        from_start = flow.model_dump(include={"order", "initial_strength"})
        plan.result(module, {**histories, "starts": starts}, swept | from_start)
    for module in (
        "compsparse.studies.emergence.width.evaluate_width_curves",
        "compsparse.studies.emergence.width.evaluate_compute_optimal",
        "compsparse.studies.emergence.width.evaluate_width_joint_fit",
    ):
        plan.result(module, histories, swept)
