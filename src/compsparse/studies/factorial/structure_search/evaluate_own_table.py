"""The simplest factorization that fits a table of the reader's (document 004, Section 3.2)."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.structure_search import report, token_factorization
from compsparse.studies.factorial.structure_search.counted_table import read_counted_table
from compsparse.studies.factorial.structure_search.exhaustive_search import Fit
from compsparse.studies.factorial.structure_search.value_names import value_names
from workflow_engine.seeds import generator

# what a row of the table is
CELL, INPUT_VALUE, OUTPUT_VALUE = "cell", "input_value", "output_value"
EDGE, CANDIDATE = "edge", "candidate"
NO_NAME = "-"
_COMPLEXITIES = ("approximation_complexity", "statistical_complexity")
_TESTS = ("structure_p", "fit_p", "fit_statistic", "degrees_of_freedom")
_CELL = ("input", "output", "input_factor", "output_factor", "value", "name", "amount")
COLUMNS = ("part", *_CELL, *_COMPLEXITIES, "divergence", "chosen", "found", *_TESTS)

_Row = dict[str, str | int | float]


@dataclass(frozen=True)
class Complexities:
    """The complexities of a planted factorization."""

    approximation_complexity: int
    statistical_complexity: int


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    tolerance: float,
    redraws: int,
    planted: Complexities | None,
) -> stats.Evaluation:
    """Search the factorizations of the table ``counted_table``.

    Rows of the result, by ``part``: a cell has its input, output and amount; an input_value or
    output_value has the factor, the number and the name of its value for one input or output; an
    edge joins two factors; a candidate has the smallest divergence (nats) of all factorizations
    with its (AC) and (SC). The last row is the chosen candidate, its amount the number of
    candidates tried; ``found`` (1 or 0) and the results of the tests say whether it is accepted.

    Args:
        inputs: counted_table, of the reader.
        root_seed: of the tests.
        tolerance: in nats, for a table of probabilities.
        redraws: tables drawn for each test of counts (see ``justification``).
        planted: of an example; None for data without a known answer, which have no metrics.
    """
    finding = report.find(
        read_counted_table(stats.single(inputs, "counted_table")),
        tolerance,
        redraws,
        generator(root_seed, "factorial", "own_table", "redraws"),
    )
    errors = {} if planted is None else _errors(finding, planted)
    metrics = {name: stats.exact(value) for name, value in errors.items()}
    return stats.Evaluation(tabulate(finding), metrics)


def tabulate(finding: report.Finding) -> pd.DataFrame:
    """Return what was found as a table; see ``run``."""
    candidate = finding.chosen.candidate
    rows = [
        *_cells(finding),
        *_values(INPUT_VALUE, "input", candidate.inputs.factors, finding.table.inputs),
        *_values(OUTPUT_VALUE, "output", candidate.outputs.factors, finding.table.outputs),
        *_edges(finding),
        *_candidates(finding),
    ]
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    # a column of names must not look like numbers, so that "01" stays a text when read
    return table.fillna(dict.fromkeys(("input", "output", "name"), NO_NAME))


def _errors(finding: report.Finding, planted: Complexities) -> dict[str, float]:
    """Compare what was found with what was planted."""
    candidate = finding.chosen.candidate
    errors: dict[str, float] = {
        f"{name}_error": float(getattr(candidate, name) - complexity)
        for name, complexity in asdict(planted).items()
    }
    tests = finding.justification
    if tests is not None and tests.degrees_of_freedom:
        # twice the log-likelihood ratio of a true candidate has a chi-square distribution
        errors["divergence_over_expected"] = tests.fit_statistic / tests.degrees_of_freedom
    if tests is not None:
        errors["structure_p"] = tests.structure_p
    if tests is not None and tests.fit_p is not None:
        errors["fit_p"] = tests.fit_p
    return errors


def _cells(finding: report.Finding) -> Iterator[_Row]:
    table = finding.table
    for (name, output), amount in zip(
        product(table.inputs, table.outputs), table.values.flat, strict=True
    ):
        yield {"part": CELL, "input": name, "output": output, "amount": float(amount)}


def _values(
    part: str, side: str, factors: tuple[token_factorization.Partition, ...], names: tuple[str, ...]
) -> Iterator[_Row]:
    for factor, labels in enumerate(factors):
        words = value_names(labels, names)
        for name, value in zip(names, labels, strict=True):
            place: _Row = {side: name, f"{side}_factor": factor}
            yield {"part": part, **place, "value": value, "name": words[value]}


def _edges(finding: report.Finding) -> Iterator[_Row]:
    for factor, parents in enumerate(finding.chosen.candidate.parents):
        for parent in parents:
            yield {"part": EDGE, "input_factor": parent, "output_factor": factor}


def _candidates(finding: report.Finding) -> Iterator[_Row]:
    """Yield the smallest divergence for each pair of complexities, and the chosen candidate."""
    least: dict[tuple[int, int], _Row] = {}
    for fit in sorted(finding.fits, key=lambda fit: fit.divergence, reverse=True):
        row = _fit(fit)
        least[fit.candidate.statistical_complexity, fit.candidate.approximation_complexity] = row
    for _, row in sorted(least.items()):
        yield {**row, "chosen": 0}
    last: _Row = {"amount": finding.candidates, "chosen": 1, "found": int(finding.found)}
    tests = {} if finding.justification is None else asdict(finding.justification)
    present = {name: value for name, value in tests.items() if value is not None}
    yield {**_fit(finding.chosen), **last, **present}


def _fit(fit: Fit) -> _Row:
    return {
        "part": CANDIDATE,
        "approximation_complexity": fit.candidate.approximation_complexity,
        "statistical_complexity": fit.candidate.statistical_complexity,
        "divergence": fit.divergence,
    }
