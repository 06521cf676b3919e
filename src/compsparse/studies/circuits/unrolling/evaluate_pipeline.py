"""Theorem 1, stage by stage, against the plain reference on every input (document 000)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit import circuit, packed, reference, stored
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.machine_circuits.unroll import unrolled
from compsparse.studies.circuits.machines import library
from compsparse.studies.circuits.machines.program import Program, simulate
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit
from workflow_engine.artifacts.errors import ArtifactError


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    machines: Sequence[str],
    kept: Sequence[int],
    reference_lengths: Sequence[int],
) -> stats.Evaluation:
    """Return the correctly answered inputs by machine, length and stage, and the least fractions.

    Args:
        kept: input lengths.
        reference_lengths: those at which the slow evaluator is compared, too.
    """
    rows = [
        row
        for machine, path in zip(machines, stats.many(inputs, "data"), strict=True)
        for length in kept
        for row in _agreements(library.PROGRAMS[machine], length, path, length in reference_lengths)
    ]
    columns = ["machine", "length", "stage", "inputs", "agreeing"]
    table = pd.DataFrame([row[:5] for row in rows], columns=columns)
    shares = table["agreeing"] / table["inputs"]
    statistics = {
        f"{stage}_agreement": stats.exact(share)
        for stage, share in shares.groupby(table["stage"], sort=False).min().items()
    }
    used = [row[5] for row in rows if row[2] == "direct"]
    statistics["least_steps_over_bound"] = stats.exact(min(used))
    statistics["most_steps_over_bound"] = stats.exact(max(used))
    return stats.Evaluation(table, statistics)


def _agreements(
    program: Program, length: int, path: Path, with_reference: bool
) -> list[tuple[str, int, str, int, int, float]]:
    """Return, for each stage, the correctly answered inputs, and the longest run over T(n)."""
    bits = all_inputs(length)
    runs = simulate(program, bits)
    folded, bounded = _stored(path, length)
    raw = unrolled(program, length)
    answers = {
        "direct": runs.answers,
        "unrolled": packed.PackedCircuit(raw).evaluate_bits(bits),
        "folded": packed.PackedCircuit(folded).evaluate_bits(bits),
        "threshold": threshold_circuit(folded).evaluate_bits(bits),
        "bounded": packed.PackedCircuit(bounded).evaluate_bits(bits),
    }
    expected = program.expected(bits)
    share = float(runs.steps.max() / program.steps(length))
    rows = [
        (program.name, length, stage, len(bits), int((answer == expected).all(axis=1).sum()), share)
        for stage, answer in answers.items()
    ]
    if with_reference:
        slow = [
            (reference.evaluate(made, bits) == expected).all(axis=1)
            for made in (raw, folded, bounded)
        ]
        agreeing = int(np.logical_and.reduce(slow).sum())
        rows.append((program.name, length, "gate_by_gate", len(bits), agreeing, share))
    return rows


def _stored(path: Path, length: int) -> tuple[circuit.Circuit, circuit.Circuit]:
    circuits = stored.read_circuits(path)
    names = f"n{length}-folded", f"n{length}-bounded"
    missing = [name for name in names if name not in circuits]
    if missing:
        raise ArtifactError(
            path, f"it holds no circuit {missing[0]!r}, but {', '.join(circuits)}; make it again."
        )
    return circuits[names[0]], circuits[names[1]]
