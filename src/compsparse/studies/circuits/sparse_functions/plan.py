"""Settings and jobs on what sparse and generic functions cost (document 000, definitions)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.circuits.settings import Evaluated
from workflow_engine.configuration.values import Increasing, Positive, StrictModel
from workflow_engine.job_collector import JobCollector

_LISTED = 4  # largest number of inputs whose formulas can be listed
_TABLE = 20  # largest number of inputs of a table
_LARGEST_COUNT = 18  # largest number of inputs of a count in whole numbers of 2^n bits
Sizes = Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=2), Increasing]


class DrawnFunctions(StrictModel):
    """Random compositions and random tables."""

    inputs: Sizes = Field(description="numbers d of inputs of compositions")
    arities: Annotated[list[Annotated[int, Field(ge=2, le=6)]], Field(min_length=1), Increasing] = (
        Field(description="k, variables of each constituent")
    )
    generic_inputs: Annotated[
        list[Annotated[int, Field(ge=4, le=_TABLE)]], Field(min_length=2), Increasing
    ] = Field(description="numbers d of inputs of random tables")
    checked: Positive = Field(description="random inputs to check on, where there are more")
    runs: Positive = Field(description="independent draws of each size")

    @model_validator(mode="after")
    def _meet(self) -> "DrawnFunctions":
        if not set(self.inputs) & set(self.generic_inputs):
            raise ValueError("a number that is both in inputs and in generic_inputs")
        return self


class Fits(StrictModel):
    """Which sizes are fitted."""

    fit_from: Positive = Field(description="the least d of the exponents of compositions")
    generic_fit_from: Positive = Field(description="the least d of the slope of random tables")


class SmallCircuits(StrictModel):
    """Sizes of circuits of compositions and of functions in general."""

    generate: DrawnFunctions
    evaluate: Fits

    @model_validator(mode="after")
    def _fits(self) -> "SmallCircuits":
        for name, values, least in (
            ("inputs", self.generate.inputs, self.evaluate.fit_from),
            ("generic_inputs", self.generate.generic_inputs, self.evaluate.generic_fit_from),
        ):
            if sum(value >= least for value in values) < 2:
                raise ValueError(f"at least two of {name} {values} in the fit from {least} on")
        return self


class DecompositionsEvaluation(StrictModel):
    """Decompositions of one function, by merging levels."""

    inputs: Annotated[int, Field(ge=4, le=_TABLE, multiple_of=2)] = Field(
        description="d: all 2^d inputs are checked"
    )
    merged: Annotated[list[Positive], Field(min_length=1), Increasing] = Field(
        description="levels that become one; all of them are merged, too"
    )
    most_variables: Annotated[int, Field(ge=3)] = Field(
        description="of a constituent of a decomposition that counts as sparse"
    )


class Listing(StrictModel):
    """Circuits that are listed."""

    inputs: Annotated[int, Field(ge=2, le=5)]
    gates: Annotated[int, Field(ge=1, le=5)]


class SparseShareEvaluation(StrictModel):
    """How rare functions with small circuits are: listed and counted."""

    formula_inputs: Annotated[
        list[Annotated[int, Field(ge=2, le=_LISTED)]], Field(min_length=1), Increasing
    ] = Field(description="numbers n of inputs whose smallest formulas are listed")
    circuits: Annotated[list[Listing], Field(min_length=1)] = Field(
        description="numbers n of inputs, and gates up to which smallest circuits are listed"
    )
    counted: Annotated[
        list[Annotated[int, Field(ge=5, le=_LARGEST_COUNT)]], Field(min_length=2), Increasing
    ] = Field(description="numbers n of inputs for which functions of small circuits are counted")

    @model_validator(mode="after")
    def _listed_once(self) -> "SparseShareEvaluation":
        numbers = [listing.inputs for listing in self.circuits]
        if numbers != sorted(set(numbers)):
            raise ValueError(f"circuits whose inputs are different and increase, not {numbers}")
        return self


class SparseFunctions(StrictModel):
    """The experiments of this theme."""

    small_circuits: SmallCircuits
    decompositions: Evaluated[DecompositionsEvaluation]
    sparse_share: Evaluated[SparseShareEvaluation]


def collect(plan: JobCollector, settings: SparseFunctions) -> None:
    """Add the jobs of this theme; evaluations that no world changes recompute what they need."""
    small = settings.small_circuits
    circuits = plan.generate(
        "small_circuits",
        "circuits",
        "compsparse.studies.circuits.sparse_functions.generate_function_circuits",
        # without the cell: these names decide the drawn functions
        {**small.generate.model_dump(), "seed_names": [plan.study, "small_circuits"]},
    )
    plan.evaluate(
        "compsparse.studies.circuits.sparse_functions.evaluate_small_circuits",
        {"circuits": circuits},
        small.evaluate.model_dump(),
        render="compsparse.studies.circuits.sparse_functions.render_small_circuits",
    )
    plan.evaluate(
        "compsparse.studies.circuits.sparse_functions.evaluate_decompositions",
        {},
        settings.decompositions.evaluate.model_dump(),
        render="compsparse.studies.circuits.sparse_functions.render_decompositions",
    )
    plan.evaluate(
        "compsparse.studies.circuits.sparse_functions.evaluate_sparse_share",
        {},
        settings.sparse_share.evaluate.model_dump(),
        render="compsparse.studies.circuits.sparse_functions.render_sparse_share",
    )
