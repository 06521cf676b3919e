"""Settings and jobs on the choice of model and optimizer (document 004, Appendix B).

Every experiment trains the document's choice, the section ``train``, and other values of one
parameter, the variants of its two jobs, one a space; the choice is among the values compared.
"""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import TRAIN_GENERALIZATION, Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

Value = TypeVar("Value")


class Space(StrictModel):
    """One input and one output factorization."""

    input_factors: shared.Sizes
    output_factors: shared.Sizes


class TwoSpaces(StrictModel):
    """A space with several output factors and one whose outputs have no structure."""

    structured: Space
    unstructured: Space
    parents: Positive
    concentration: PositiveNumber
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _structure_fits(self) -> "TwoSpaces":
        for name, one_factor in (("structured", False), ("unstructured", True)):
            factors = getattr(self, name).output_factors
            if (len(Factorization.parse(factors).sizes) == 1) != one_factor:
                wanted = "a single factor" if one_factor else "several factors"
                raise ValueError(f"{wanted} in {name}.output_factors; it is {factors}")
        return self

    def by_name(self) -> dict[str, shared.OneSpace]:
        """Return the draws of each space."""
        draws = {name: getattr(self, name) for name in ("parents", "concentration", "runs")}
        spaces = {"structured": self.structured, "unstructured": self.unstructured}
        return {
            name: shared.OneSpace(**space.model_dump(), **draws) for name, space in spaces.items()
        }


class Comparison(shared.GeneralizationNetwork, Generic[Value]):
    """The chosen network and the values of one parameter it is compared with."""

    compared: Annotated[list[Value], Distinct]


def _compares(parameter: str) -> AfterValidator:
    """Return the check that the chosen value of a parameter is compared with others."""

    def checked(network: Any) -> Any:
        chosen = getattr(network, parameter)
        if chosen not in network.compared or len(network.compared) < 2:
            raise ValueError(
                f"at least two values in compared, the choice {parameter} = {chosen} among "
                f"them; it is {network.compared}"
            )
        return network

    return AfterValidator(checked)


EmbeddingDimensions = Annotated[Comparison[Positive], _compares("embedding_dimension")]
HiddenRatios = Annotated[Comparison[Positive], _compares("hidden_ratio")]
Layers = Annotated[Comparison[Annotated[int, Field(ge=0)]], _compares("layers")]
LearningRates = Annotated[Comparison[PositiveNumber], _compares("learning_rate")]


class LearningSchedules(shared.GeneralizationNetwork):
    """The custom schedule and the cosine schedules it is compared with."""

    schedule: shared.Custom
    cosine_learning_rates: Annotated[
        list[PositiveNumber], Field(min_length=2, description="initial rates"), Distinct
    ]


class Calibration(StrictModel):
    """The experiments of this theme."""

    embedding_dimension: shared.Trained[TwoSpaces, EmbeddingDimensions]  # Figure 11
    hidden_dimension: shared.Trained[TwoSpaces, HiddenRatios]  # Figure 12
    hidden_dimension_small: shared.Trained[TwoSpaces, HiddenRatios]  # Figure 13
    layers: shared.Trained[TwoSpaces, Layers]  # Figure 14
    layers_small: shared.Trained[TwoSpaces, Layers]  # Figure 15
    learning_rate: shared.Trained[TwoSpaces, LearningRates]  # Figure 16
    learning_schedule: shared.Trained[TwoSpaces, LearningSchedules]  # Figure 17


Label = str | int | float

# the parameter that is compared, and the steps
_RESULTS = {
    "embedding_dimension": (
        "embedding_dimension",
        "compsparse.studies.factorial.calibration.evaluate_embedding_dimension",
        "compsparse.studies.factorial.calibration.render_embedding_dimension",
    ),
    "hidden_dimension": (
        "hidden_ratio",
        "compsparse.studies.factorial.calibration.evaluate_hidden_dimension",
        "compsparse.studies.factorial.calibration.render_hidden_dimension",
    ),
    "hidden_dimension_small": (
        "hidden_ratio",
        "compsparse.studies.factorial.calibration.evaluate_hidden_dimension_small",
        "compsparse.studies.factorial.calibration.render_hidden_dimension_small",
    ),
    "layers": (
        "layers",
        "compsparse.studies.factorial.calibration.evaluate_layers",
        "compsparse.studies.factorial.calibration.render_layers",
    ),
    "layers_small": (
        "layers",
        "compsparse.studies.factorial.calibration.evaluate_layers_small",
        "compsparse.studies.factorial.calibration.render_layers_small",
    ),
    "learning_rate": (
        "learning_rate",
        "compsparse.studies.factorial.calibration.evaluate_learning_rate",
        "compsparse.studies.factorial.calibration.render_learning_rate",
    ),
    "learning_schedule": (
        "schedule",
        "compsparse.studies.factorial.calibration.evaluate_learning_schedule",
        "compsparse.studies.factorial.calibration.render_learning_schedule",
    ),
}


def collect(plan: Collector, settings: Calibration) -> None:
    """Add the jobs of this theme."""
    for name, (parameter, evaluate, render) in _RESULTS.items():
        experiment = getattr(settings, name)
        network: Comparison[Any] | LearningSchedules = experiment.train
        if isinstance(network, LearningSchedules):
            variants = _schedules(network)
            chosen: Label = list(variants)[-1]  # the custom schedule, the document's choice
        else:
            variants = {value: {parameter: value} for value in network.compared}
            chosen = getattr(network, parameter)
        dimension = {"embedding_dimension": network.embedding_dimension}
        networks = [{**dimension, **variant} for variant in variants.values()]
        for cell, draws in experiment.generate.by_name().items():
            datasets = plan.generate_one_space(name, draws, cell)
            plan.train_networks(name, cell, TRAIN_GENERALIZATION, network, networks, datasets)
        large = name.removesuffix("_small")
        others = {} if name == large else {"large_histories": plan.histories(large)}
        plan.evaluate(
            evaluate,
            {"histories": plan.histories(name), **others},
            {"variants": list(variants), "chosen": chosen},
            render=render,
            render_params={"chosen": chosen},
        )


def _schedules(network: LearningSchedules) -> dict[Label, dict[str, Any]]:
    cosine: dict[Label, dict[str, Any]] = {
        f"cosine {rate:g}": {"learning_rate": rate, "schedule": {"kind": "cosine"}}
        for rate in sorted(network.cosine_learning_rates, reverse=True)
    }
    return cosine | {f"custom {network.learning_rate:g}": {}}
