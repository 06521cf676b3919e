"""Settings and jobs on one layer of many experts (document 000, section 29.7; 'Summary')."""

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector, LayerTraining, Runs, Trained, Two
from compsparse.studies.experts.layer.target import KINDS
from workflow_engine.configuration.values import Positive, StrictModel


class LayerTargets(StrictModel):
    """Targets of one layer, and replicates."""

    skills: Two
    active: Positive = Field(description="skills that an input asks for, where there are several")
    dimension: Positive
    runs: Runs = Field(description="each has a target, batches and first weights of its own")

    @model_validator(mode="after")
    def _are_there(self) -> "LayerTargets":
        if self.active > self.skills:
            raise ValueError(f"active: at most all {self.skills} skills, not {self.active}")
        return self


class LayerTheme(StrictModel):
    """One layer, wide or of experts."""

    fine_grained: Trained[LayerTargets, LayerTraining]


def collect(plan: Collector, settings: LayerTheme) -> None:
    """Add the jobs of this theme."""
    targets, training = settings.fine_grained.generate, settings.fine_grained.train
    arms = training.arms
    params = {**targets.model_dump(), **training.params(arms), **plan.touched}
    module = "compsparse.studies.experts.layer.train_layers"
    models = [plan.train("fine_grained", kind, module, {"kind": kind, **params}) for kind in KINDS]
    inputs = targets.dimension + targets.skills
    products = {name: arm.multiplications(inputs, targets.dimension) for name, arm in arms.items()}
    given = {"models": models}, {"kinds": list(KINDS), "arms": list(arms)}
    plan.evaluate(
        "compsparse.studies.experts.layer.evaluate_fine_grained",
        *given,
        render="compsparse.studies.experts.layer.render_fine_grained",
        render_params={"multiplications": products},
    )
    plan.evaluate(
        "compsparse.studies.experts.layer.evaluate_balance",
        *given,
        render="compsparse.studies.experts.layer.render_balance",
    )
