"""Settings and jobs on finding the hidden factorization (document 004, Section 3.2, Appendix A)."""

from pathlib import PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, Field

from compsparse.studies.factorial.collector import STUDY, Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import Counts, Evaluated, Sizes
from compsparse.studies.factorial.structure_search.counting import candidate_count
from workflow_engine.configuration import values

# both results try all candidates many times over
_MOST_CANDIDATES = 100_000


def _table_in_the_project(text: str) -> str:
    path = PurePosixPath(text)
    if path.is_absolute() or ".." in path.parts or "\\" in text or path.suffix != ".csv":
        raise ValueError(
            "a path relative to the project's root, with forward slashes, without '..' and with "
            "the ending .csv, such as workflow/tables/page_views.csv"
        )
    return text


def _few_candidates(sizes: str) -> str:
    tokens = Factorization.parse(sizes).size
    count = candidate_count(tokens, tokens)
    if count > _MOST_CANDIDATES:
        raise ValueError(
            f"a space of few tokens: {tokens} on both sides have {count:,} factorizations with "
            f"graphs, and all are tried for every draw; at most {_MOST_CANDIDATES:,} are allowed"
        )
    return sizes


SmallSpace = Annotated[Sizes, AfterValidator(_few_candidates)]


class SelectingDraws(values.StrictModel):
    """Tables, samples and the rule of the estimator of Theorem 3."""

    factors: SmallSpace = Field(description="of inputs and outputs alike, one parent each")
    concentration: values.PositiveNumber = Field(
        description="of the symmetric Dirichlet distribution, P4"
    )
    separation: Annotated[
        float, Field(gt=0, lt=0.5, description="least total variation to what does not fit")
    ]
    other_separations: Annotated[
        list[Annotated[float, Field(gt=0, lt=0.5)]],
        Field(description="where the number of samples of Theorem 3 is tried as well"),
        values.Distinct,
    ]
    tables: values.Positive = Field(description="independent replicates")
    repetitions: values.Positive = Field(description="sample sets per table and size")
    samples: Annotated[list[values.Positive], Field(min_length=2), values.Increasing]
    threshold: values.PositiveNumber = Field(description="c in c sqrt(NM / n)")


class CounterexampleDraws(values.StrictModel):
    """Log-likelihoods of small rank, and factorized tables of the same sizes."""

    factors: Annotated[list[SmallSpace], Field(min_length=1), values.Distinct] = Field(
        description="sizes of the planted factors, on both sides"
    )
    dimensions: Counts = Field(description="of the vectors whose products are the log-likelihoods")
    concentration: values.PositiveNumber = Field(
        description="of the planted tables' Dirichlet distribution, P4"
    )
    runs: values.Positive = Field(description="draws of each kind and size")
    tolerance: values.PositiveNumber = Field(description="nats, of a fit up to rounding")


class Complexities(values.StrictModel):
    """The complexities of a planted factorization."""

    approximation_complexity: values.Positive
    statistical_complexity: values.Positive


class UserTable(values.StrictModel):
    """A table of counts or joint probabilities."""

    table: Annotated[
        str,
        AfterValidator(_table_in_the_project),
        Field(description="relative to the project's root"),
    ]
    tolerance: values.PositiveNumber = Field(description="nats, for a table of probabilities")
    redraws: Annotated[
        int, Field(ge=1, description="tables of each test of counts; 19 are the fewest for 5 %")
    ]
    planted: Complexities | None = Field(description="of an example; null for data of your own")


class StructureSearch(values.StrictModel):
    """The experiments on finding the factorization."""

    selecting_estimator: Evaluated[SelectingDraws]  # Theorem 3
    rank_counterexample: Evaluated[CounterexampleDraws]  # Appendix A, after Theorem 1's proof
    own_table: Evaluated[UserTable]


def collect(plan: Collector, settings: StructureSearch) -> None:
    """Add the jobs of this theme."""
    selecting = settings.selecting_estimator.evaluate
    name, drawn = "selecting_estimator", {"concentration", "separation", "tables"}
    draws = selecting.model_dump(include=drawn)
    draws["factors"] = list(Factorization.parse(selecting.factors).sizes)
    tables = plan.generate_separated_tables(name, "default", draws)
    others = []
    for separation in selecting.other_separations:
        cell = f"separation_{separation:g}".replace(".", "_")
        changes = {"separation": separation, "seed_names": [STUDY, name, cell]}
        others.append(plan.generate_separated_tables(name, cell, draws | changes))
    plan.evaluate(
        "compsparse.studies.factorial.structure_search.evaluate_selecting_estimator",
        {"tables": tables, "other_tables": others},
        selecting.model_dump(exclude={"factors", "other_separations", *drawn}),
        render="compsparse.studies.factorial.structure_search.render_selecting_estimator",
    )
    low_rank = settings.rank_counterexample.evaluate
    spaces = [list(Factorization.parse(sizes).sizes) for sizes in low_rank.factors]
    plan.evaluate(
        "compsparse.studies.factorial.structure_search.evaluate_rank_counterexample",
        {},
        low_rank.model_dump() | {"factors": spaces},
        render="compsparse.studies.factorial.structure_search.render_rank_counterexample",
        render_params={"tolerance": low_rank.tolerance},
    )
    user = settings.own_table.evaluate
    plan.evaluate(
        "compsparse.studies.factorial.structure_search.evaluate_own_table",
        {},
        user.model_dump(exclude={"table"}),
        render="compsparse.studies.factorial.structure_search.render_own_table",
        sources={"counted_table": user.table},
        headline=False,  # its title is that of what is found
    )
