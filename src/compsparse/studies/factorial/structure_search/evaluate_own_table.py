"""The factorization of a reader's own table, the simplest that fits (document 004, Section 3.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

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


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Search the factorizations of the table ``counted_table``.

    Params: tolerance (nats), for a table of probabilities; redraws, tables of each test, for counts
    (see ``justification``); planted, the approximation_complexity and statistical_complexity with
    which an example was drawn, or None: then there is no metric.

    Rows of the result, by ``part``: a cell has its input, output and amount; an input_value or
    output_value has the factor, the number and the name of its value at one input or output; an
    edge joins two factors; a candidate has the least divergence (nats) of all factorizations with
    its (AC) and (SC). The last row is the chosen candidate, its amount the number of those tried;
    it also says whether the tests let it be called found (1 or 0), and what they gave.
    """
    finding = report.find(
        stats.single(inputs, "counted_table"),
        params["tolerance"],
        params["redraws"],
        generator(params["root_seed"], "factorial", "own_table", "redraws"),
    )
    candidate = finding.chosen.candidate
    rows = [
        *_cells(finding),
        *_values(INPUT_VALUE, "input", candidate.inputs.factors, finding.table.inputs),
        *_values(OUTPUT_VALUE, "output", candidate.outputs.factors, finding.table.outputs),
        *_edges(finding),
        *_candidates(finding),
    ]
    errors = {} if params["planted"] is None else _errors(finding, params["planted"])
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    # a column of names never looks like one of numbers, so that "01" is read back as it was
    table = table.fillna(dict.fromkeys(("input", "output", "name"), NO_NAME))
    return stats.Evaluation(table, {name: stats.exact(value) for name, value in errors.items()})


def _errors(finding: report.Finding, planted: Mapping[str, int]) -> dict[str, float]:
    """Compare what was found with what was planted."""
    candidate = finding.chosen.candidate
    errors: dict[str, float] = {
        f"{name}_error": float(getattr(candidate, name) - planted[name])
        for name in ("approximation_complexity", "statistical_complexity")
    }
    tests = finding.justification
    if tests is not None and tests.degrees_of_freedom:
        # twice the log-likelihood ratio of a true candidate has a chi-square law
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
