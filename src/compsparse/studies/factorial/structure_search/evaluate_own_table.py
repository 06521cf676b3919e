"""The simplest factorization that fits a table of the reader's (document 004, Section 3.2)."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.structure_search import report, token_factorization
from compsparse.studies.factorial.structure_search.value_names import value_names
from workflow_engine.seeds import generator

# what a row of the table is
CELL, INPUT_VALUE, OUTPUT_VALUE, EDGE, CANDIDATE = (
    "cell",
    "input_value",
    "output_value",
    "edge",
    "candidate",
)
NO_NAME = "-"
COLUMNS = (
    "part",
    "input",
    "output",
    "input_factor",
    "output_factor",
    "value",
    "name",
    "amount",
    "approximation_complexity",
    "statistical_complexity",
    "divergence",
    "chosen",
    "found",
    "structure_p",
    "fit_p",
    "fit_statistic",
    "degrees_of_freedom",
)

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
        stats.single(inputs, "counted_table"),
        tolerance,
        redraws,
        generator(root_seed, "factorial", "own_table", "redraws"),
    )
    candidate = finding.chosen.candidate
    rows = [
        *_cells(finding),
        *_values(INPUT_VALUE, "input", candidate.inputs.factors, finding.table.inputs),
        *_values(OUTPUT_VALUE, "output", candidate.outputs.factors, finding.table.outputs),
        *_edges(finding),
        *_candidates(finding),
    ]
    errors = {} if planted is None else _errors(finding, planted)
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    # a column of names must not look like numbers, so that "01" stays a text when read
    table = table.fillna(dict.fromkeys(("input", "output", "name"), NO_NAME))
    return stats.Evaluation(table, {name: stats.exact(value) for name, value in errors.items()})


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
    for row, name in enumerate(table.inputs):
        for column, output in enumerate(table.outputs):
            amount = float(table.values[row, column])
            yield {"part": CELL, "input": name, "output": output, "amount": amount}


def _values(
    part: str, side: str, factors: tuple[token_factorization.Partition, ...], names: tuple[str, ...]
) -> Iterator[_Row]:
    for factor, labels in enumerate(factors):
        words = value_names(labels, names)
        for name, value in zip(names, labels, strict=True):
            yield {
                "part": part,
                side: name,
                f"{side}_factor": factor,
                "value": value,
                "name": words[value],
            }


def _edges(finding: report.Finding) -> Iterator[_Row]:
    for factor, parents in enumerate(finding.chosen.candidate.parents):
        for parent in parents:
            yield {"part": EDGE, "input_factor": parent, "output_factor": factor}


def _candidates(finding: report.Finding) -> Iterator[_Row]:
    """Yield the smallest divergence for each pair of complexities, and the chosen candidate."""
    least: dict[tuple[int, int], float] = {}
    for fit in finding.fits:
        key = (fit.candidate.statistical_complexity, fit.candidate.approximation_complexity)
        least[key] = min(fit.divergence, least.get(key, fit.divergence))
    chosen = finding.chosen.candidate
    for (statistical, approximation), divergence in sorted(least.items()):
        yield {
            "part": CANDIDATE,
            "approximation_complexity": approximation,
            "statistical_complexity": statistical,
            "divergence": divergence,
            "chosen": 0,
        }
    last: _Row = {
        "part": CANDIDATE,
        "approximation_complexity": chosen.approximation_complexity,
        "statistical_complexity": chosen.statistical_complexity,
        "divergence": finding.chosen.divergence,
        "amount": finding.candidates,
        "chosen": 1,
        "found": int(finding.found),
    }
    if finding.justification is not None:
        last |= {
            name: value
            for name, value in asdict(finding.justification).items()
            if value is not None
        }
    yield last
