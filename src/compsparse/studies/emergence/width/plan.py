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


class WidthRuns(shared.Experiment[shared.Draws, WidthFlow]):
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
        if draws.basis != "teacher":
            raise ValueError(f"the basis 'teacher', which evaluation reads; not {draws.basis!r}")
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
            plan.train_from(
                name,
                f"beta_{slug(exponent)}-neurons_{neurons}",
                "compsparse.studies.emergence.flow.train_population_flow",
                flow.job_params(exponent, neurons=neurons),
                starts,
            )
    histories = plan.histories(name)
    swept = {"exponents": flow.exponents, "widths": flow.widths}
    from_start = {**swept, "order": flow.order, "initial_strength": flow.initial_strength}
    plan.evaluate(
        "compsparse.studies.emergence.width.evaluate_width_plateau",
        {"histories": histories, "starts": starts},
        from_start,
        render="compsparse.studies.emergence.width.render_width_plateau",
    )
    plan.evaluate(
        "compsparse.studies.emergence.width.evaluate_learned_directions",
        {"histories": histories, "starts": starts},
        from_start,
        render="compsparse.studies.emergence.width.render_learned_directions",
    )
    plan.evaluate(
        "compsparse.studies.emergence.width.evaluate_width_curves",
        {"histories": histories},
        swept,
        render="compsparse.studies.emergence.width.render_width_curves",
    )
    plan.evaluate(
        "compsparse.studies.emergence.width.evaluate_compute_optimal",
        {"histories": histories},
        swept,
        render="compsparse.studies.emergence.width.render_compute_optimal",
    )
    plan.evaluate(
        "compsparse.studies.emergence.width.evaluate_width_joint_fit",
        {"histories": histories},
        swept,
        render="compsparse.studies.emergence.width.render_width_joint_fit",
    )
