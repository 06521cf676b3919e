"""Step ``generate``: the circuits of one machine, and how large they are by input length."""

import numpy as np

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.machine_circuits.pipeline import STAGES, pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.program import Program


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return circuits ``n<length>-folded`` and ``n<length>-bounded``, and the sizes of all stages.

    Plain arrays: ``length``, ``steps`` and ``cells`` [length]; ``size``, ``depth``, ``fan_in`` and
    ``edges`` [length stage], stages as in ``pipeline.STAGES``; ``fan_ins`` [length sources], the
    number of threshold gates of each number of sources.

    Nothing is drawn. Params: machine; kept, lengths whose circuits are stored; measured, lengths
    whose sizes are.
    """
    program = PROGRAMS[params["machine"]]
    kept = {length: pipeline(program, length) for length in params["kept"]}
    circuits = {
        f"n{length}-{stage}": circuit
        for length, stages in kept.items()
        for stage, circuit in (("folded", stages.folded), ("bounded", stages.bounded))
    }
    return {"data": circuit_arrays(circuits) | _sizes(program, params["measured"])}


def _sizes(program: Program, lengths: list[int]) -> dict[str, np.ndarray]:
    sizes = np.empty((4, len(lengths), len(STAGES)), dtype=np.int64)
    counts = []
    for row, length in enumerate(lengths):
        # one after the other: the circuits of a long input are large
        stages = pipeline(program, length)
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
