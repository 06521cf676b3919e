"""Step ``generate``: the circuits of one machine, and how large they are by input length."""

import numpy as np

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.machine_circuits.pipeline import STAGES, Pipeline, pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.program import Program
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return circuits ``n<length>-folded`` and ``n<length>-bounded``, and the sizes of all stages.

    Plain arrays: ``length``, ``steps`` and ``cells`` [length]; ``size``, ``depth``, ``fan_in`` and
    ``edges`` [length stage], stages as in ``pipeline.STAGES``; ``fan_ins`` [length sources], the
    number of threshold gates of each number of sources. Params: machine; kept, lengths whose
    circuits are stored; measured, lengths whose sizes are.
    """
    program = PROGRAMS[params["machine"]]
    kept = {length: _stages(program, length, params) for length in params["kept"]}
    circuits = {
        f"n{length}-{stage}": circuit
        for length, stages in kept.items()
        for stage, circuit in (("folded", stages.folded), ("bounded", stages.bounded))
    }
    return {"data": circuit_arrays(circuits) | _sizes(program, params)}


def _stages(program: Program, length: int, params: Params) -> Pipeline:
    """Return the circuits of all stages, as the step's world makes them."""
    made = pipeline(program, length)
    unrolled, folded, bounded = (
        circuit_in_world(circuit, params, f"n{length}-{stage}")
        for stage, circuit in (
            ("unrolled", made.unrolled),
            ("folded", made.folded),
            ("bounded", made.bounded),
        )
    )
    threshold = made.threshold if folded is made.folded else threshold_circuit(folded)
    return Pipeline(unrolled, folded, threshold, bounded)


def _sizes(program: Program, params: Params) -> dict[str, np.ndarray]:
    lengths = params["measured"]
    sizes = np.empty((4, len(lengths), len(STAGES)), dtype=np.int64)
    counts = []
    for row, length in enumerate(lengths):
        # one after the other: the circuits of a long input are large
        stages = _stages(program, length, params)
        for column, name in enumerate(STAGES):
            stage = stages.stage(name)
            sizes[:, row, column] = stage.size, stage.depth, stage.fan_in, stage.edges
        counts.append(np.bincount(stages.threshold.fan_ins))
    fan_ins = np.zeros((len(lengths), max(map(len, counts))), dtype=np.int64)
    for row, count in enumerate(counts):
        fan_ins[row, : len(count)] = count
    return {
        "length": np.array(lengths),
        "steps": np.array([program.steps(length) for length in lengths]),
        "cells": np.array([program.cells(length) for length in lengths]),
        **dict(zip(("size", "depth", "fan_in", "edges"), sizes, strict=True)),
        "fan_ins": fan_ins,
    }
