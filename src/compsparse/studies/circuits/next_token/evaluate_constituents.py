"""Samples until functions of few bits are known (document 000, slide after Theorem 4)."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits import coupon_collector
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.next_token.program import sequences
from compsparse.studies.circuits.slopes import column_slope, log2_slope
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

_PATTERNS = 4  # that the two sources of an XOR have


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per learner, size and run: samples needed, and the exact expectation.

    Kinds of rows: constituent, a table of few input bits; table, one of all input bits;
    program, tables of all gates of a parity. Inputs: coverage; programs, examples of parities.
    """
    programs = [_program_rows(path) for path in stats.many(inputs, "programs")]
    table = pd.concat(
        [_coverage_rows(stats.single(inputs, "coverage")), *programs], ignore_index=True
    )
    reads = sorted(table.loc[table["kind"] == "constituent", "reads"].unique().tolist())
    statistics = {
        **{f"samples_over_theory_{bits}": _ratio("constituent", bits) for bits in reads},
        "input_bits_exponent": _input_bits_exponent,
        "table_over_theory": _ratio("table"),
        "table_doublings": _table_doublings,
        "program_over_theory": _ratio("program"),
        "program_exponent": _program_exponent,
    }
    unbounded = {name: (statistic, stats.ANY_VALUE) for name, statistic in statistics.items()}
    return stats.Evaluation(table, stats.replicate_statistics(table, unbounded))


def _coverage_rows(path: Path) -> pd.DataFrame:
    by_cell = Int64[np.ndarray, " cell"]
    arrays = stats.read_named_axes(
        path,
        {"samples": Int64[np.ndarray, "cell run"], "read_bits": by_cell, "input_bits": by_cell},
    )
    read_bits, input_bits = arrays["read_bits"].tolist(), arrays["input_bits"].tolist()
    cells = zip(read_bits, input_bits, arrays["samples"], strict=True)
    return pd.concat(
        [
            _rows("table" if reads == bits else "constituent", reads, bits, 1, drawn)
            for reads, bits, drawn in cells
        ],
        ignore_index=True,
    ).assign(
        expected=lambda rows: [
            coupon_collector.expected_draws(2**reads, 2**reads, 2**reads) for reads in rows["reads"]
        ]
    )


def _program_rows(path: Path) -> pd.DataFrame:
    examples = read_examples(path)
    program, steps = examples.program, examples.program.inputs - 1
    needed = samples_until_known(program, examples.training)
    rows = _rows("program", 2, program.inputs, program.size, needed)
    return rows.assign(expected=coupon_collector.expected_draws_of_several(_PATTERNS, steps))


def _rows(kind: str, reads: int, bits: int, gates: int, samples: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "kind": kind,
            "reads": reads,
            "bits": bits,
            "gates": gates,
            "run": np.arange(len(samples)),
            "samples": samples,
        }
    )


def _ratio(kind: str, reads: int | None = None) -> stats.Statistic:
    def statistic(rows: pd.DataFrame) -> float | None:
        part = rows[(rows["kind"] == kind) & ((rows["reads"] == reads) | (reads is None))]
        return float((part["samples"] / part["expected"]).mean()) if len(part) else None

    return statistic


def _input_bits_exponent(rows: pd.DataFrame) -> float:
    curves = rows[rows["kind"] == "constituent"].groupby("reads")
    slopes = [column_slope(curve, stats.log_log_slope, "bits", "samples") for _, curve in curves]
    return float(np.mean(slopes))


def _table_doublings(rows: pd.DataFrame) -> float:
    return column_slope(rows[rows["kind"] == "table"], log2_slope, "bits", "samples")


def _program_exponent(rows: pd.DataFrame) -> float:
    programs = rows[rows["kind"] == "program"]
    return column_slope(programs, stats.log_log_slope, "gates", "samples")


def samples_until_known(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "run sample bit"]
) -> Int64[np.ndarray, " run"]:
    """Return, for each run, how many samples show every gate all patterns of its sources."""
    # a pattern that occurs in no run counts as impossible
    tokens = np.moveaxis(sequences(program, inputs), 2, 0).astype(np.int64)
    needed = np.zeros(len(inputs), dtype=np.int64)
    for gate in range(program.size):
        sources = program.sources[program.offsets[gate] : program.offsets[gate + 1]]
        code = np.zeros(inputs.shape[:2], dtype=np.int64)
        for place, source in enumerate(sources.tolist()):
            code += tokens[source] << place
        for pattern in np.unique(code):
            shown = code == pattern
            if not shown.any(axis=1).all():
                raise ValueError(
                    f"Gate {gate} meets pattern {pattern} in some runs only; draw more samples."
                )
            needed = np.maximum(needed, shown.argmax(axis=1) + 1)
    return needed
