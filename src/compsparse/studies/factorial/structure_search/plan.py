"""Settings and jobs on finding the hidden factorization (document 004, Section 3.2, Appendix A)."""

from pathlib import PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, Field

from compsparse.studies.factorial.collector import STUDY, Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import Counts, Sizes
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
    concentration: values.PositiveNumber = Field(description="of the symmetric Dirichlet law, P4")
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


class SelectingEstimator(values.StrictModel):
    """Theorem 3."""

    evaluate: SelectingDraws


class CounterexampleDraws(values.StrictModel):
    """Log-likelihoods of small rank, and factorized tables of the same sizes."""

    factors: Annotated[list[SmallSpace], Field(min_length=1), values.Distinct] = Field(
        description="sizes of the planted factors, on both sides"
    )
    dimensions: Counts = Field(description="of the vectors whose products are the log-likelihoods")
    concentration: values.PositiveNumber = Field(
        description="of the planted tables' Dirichlet law, P4"
    )
    runs: values.Positive = Field(description="draws of each kind and size")
    tolerance: values.PositiveNumber = Field(description="nats, of a fit up to rounding")


class RankCounterexample(values.StrictModel):
    """Appendix A, after the proof of Theorem 1."""

    evaluate: CounterexampleDraws


class Complexities(values.StrictModel):
    """With which a table was drawn."""

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


class OwnTable(values.StrictModel):
    """The reader's own data."""

    evaluate: UserTable


class StructureSearch(values.StrictModel):
    """The experiments on finding the factorization."""

    selecting_estimator: SelectingEstimator
    rank_counterexample: RankCounterexample
    own_table: OwnTable


def collect(plan: Collector, settings: StructureSearch) -> None:
    """Add the jobs of this theme."""
    selecting = settings.selecting_estimator.evaluate
    name, of_tables = "selecting_estimator", {"concentration", "separation", "tables"}
    draws = selecting.model_dump(include=of_tables)
    draws["factors"] = list(Factorization.parse(selecting.factors).sizes)
    tables = plan.generate_separated_tables(name, "default", draws)
    others = []
    for separation in selecting.other_separations:
        cell = f"separation_{separation:g}".replace(".", "_")
        of_cell = {"separation": separation, "seed_names": [STUDY, name, cell]}
        others.append(plan.generate_separated_tables(name, cell, draws | of_cell))
    plan.evaluate(
        name,
        {"tables": tables, "other_tables": others},
        selecting.model_dump(exclude={"factors", "other_separations", *of_tables}),
    )
    low_rank = settings.rank_counterexample.evaluate
    spaces = [list(Factorization.parse(sizes).sizes) for sizes in low_rank.factors]
    plan.evaluate(
        "rank_counterexample",
        {},
        low_rank.model_dump() | {"factors": spaces},
        render_params={"tolerance": low_rank.tolerance},
    )
    own = settings.own_table.evaluate
    plan.evaluate(
        "own_table", {}, own.model_dump(exclude={"table"}), sources={"counted_table": own.table}
    )
