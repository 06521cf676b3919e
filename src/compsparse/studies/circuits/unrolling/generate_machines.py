"""Step ``generate``: the circuits of one machine, and how large they are by input length."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.machine_circuits.pipeline import STAGES, Pipeline, pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.program import Program
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(
    inputs: Inputs, world: StepWorld, *, machine: str, kept: Sequence[int], measured: Sequence[int]
) -> Outputs:
    """Return circuits ``n<length>-folded`` and ``n<length>-bounded``, and the sizes of all stages.

    Plain arrays: ``length``, ``steps`` and ``cells`` [length]; ``size``, ``depth``, ``fan_in`` and
    ``edges`` [length stage], stages as in ``pipeline.STAGES``; ``fan_ins`` [length sources], the
    number of threshold gates of each number of sources.

    Args:
        kept: input lengths whose circuits are stored.
        measured: input lengths whose circuits are measured.
    """
    program = PROGRAMS[machine]
    circuits = {}
    for length in kept:
        stages = _stages(program, length, world)
        circuits[f"n{length}-folded"] = stages.folded
        circuits[f"n{length}-bounded"] = stages.bounded
    return {"data": circuit_arrays(circuits) | _sizes(program, measured, world)}


def _stages(program: Program, length: int, world: StepWorld) -> Pipeline:
    """Return the circuits of all stages, as the step's world makes them."""
    made = pipeline(program, length)
    plain = {"unrolled": made.unrolled, "folded": made.folded, "bounded": made.bounded}
    unrolled, folded, bounded = (
        circuit_in_world(circuit, world, f"n{length}-{stage}") for stage, circuit in plain.items()
    )
    threshold = made.threshold if folded is made.folded else threshold_circuit(folded)
    return Pipeline(unrolled, folded, threshold, bounded)


def _sizes(program: Program, lengths: Sequence[int], world: StepWorld) -> dict[str, np.ndarray]:
    sizes = np.empty((4, len(lengths), len(STAGES)), dtype=np.int64)
    counts = []
    for row, length in enumerate(lengths):
        # one length at a time: the circuits of a long input are large
        stages = _stages(program, length, world)
        for column, name in enumerate(STAGES):
            stage = getattr(stages, name)
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
