"""Errors of networks whose inputs, or all gates, are disturbed, in the same way for all forms."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.networks import emulating_network, subnetwork
from workflow_engine.seeds import generator

Gates = Float64[np.ndarray, "gate input"]

Names = tuple[str | int, ...]
_MOST_EXHAUSTED = 10  # input bits up to which all inputs are listed


@dataclass(frozen=True)
class Trials:
    """The inputs on which networks of one circuit are evaluated."""

    circuit: Circuit
    bits: Bool[np.ndarray, "input bit"]  # inputs of all runs
    disturbances: Float64[np.ndarray, "input bit"]  # of these, between -1 and 1
    correct: Float64[np.ndarray, "input output"]  # outputs of the circuit
    runs: int  # independent replicates, each with an equal part of the inputs
    gate_noise: bool  # also disturb the output of every gate
    root: int  # seed of the generators
    names: Names  # of the generators, to which role and run are added


def draw_trials(
    circuit: Circuit, inputs: int, runs: int, gate_noise: bool, root: int, names: Names
) -> Trials:
    """Draw bits and disturbances of ``inputs`` inputs in each run.

    Where a circuit has few input bits, half of the inputs are drawn from those with a true first
    output and half from the others, if there are both: machines reject nearly every word, quickly.
    """
    shape = (inputs, circuit.inputs)
    # a generator per run: more runs change no earlier draw
    randoms = [generator(root, *names, "inputs", run) for run in range(runs)]
    if circuit.inputs <= _MOST_EXHAUSTED:
        every = all_inputs(circuit.inputs)
        first = PackedCircuit(circuit).evaluate_bits(every)[:, 0]
        sides = [np.flatnonzero(side) for side in (first, ~first) if side.any()]
        bits = np.concatenate([every[_balanced(random, sides, inputs)] for random in randoms])
    else:
        bits = np.concatenate([random.integers(2, size=shape).astype(bool) for random in randoms])
    disturbances = np.concatenate([random.uniform(-1.0, 1.0, shape) for random in randoms])
    correct = PackedCircuit(circuit).evaluate_bits(bits).astype(np.float64)
    return Trials(circuit, bits, disturbances, correct, runs, gate_noise, root, names)


def _balanced(
    random: np.random.Generator, sides: Sequence[Int64[np.ndarray, "_"]], count: int
) -> Int64[np.ndarray, " drawn"]:
    """Draw equally many from each side, up to one."""
    drawn = [random.choice(side, -(-count // len(sides))) for side in sides]
    return np.asarray(np.concatenate(drawn)[:count])


def errors(
    trials: Trials, step: subnetwork.StepFunction, deviation: float
) -> Float64[np.ndarray, "run input output"]:
    """Return the distance of each network output from the circuit's."""
    network = emulating_network.Network(trials.circuit, step)
    disturbed = trials.bits + deviation * trials.disturbances
    if not trials.gate_noise:
        outputs = network.evaluate(disturbed)
    else:
        outputs = np.concatenate(
            [
                _with_noise(network, part, deviation, trials, run)
                for run, part in enumerate(np.split(disturbed, trials.runs))
            ]
        )
    wrong = np.abs(outputs - trials.correct)
    return np.asarray(wrong.reshape(trials.runs, -1, wrong.shape[1]))


def bit_errors(
    trials: Trials, steps: Sequence[subnetwork.StepFunction]
) -> Float64[np.ndarray, " step"]:
    """Return the largest error of each form on undisturbed bits: on all inputs, if they are few."""
    circuit = trials.circuit
    bits, correct = trials.bits, trials.correct
    if circuit.inputs <= _MOST_EXHAUSTED:
        bits = all_inputs(circuit.inputs)
        correct = PackedCircuit(circuit).evaluate_bits(bits).astype(np.float64)
    given = bits.astype(np.float64)
    return np.array(
        [
            np.abs(emulating_network.Network(circuit, step).evaluate(given) - correct).max()
            for step in steps
        ]
    )


def _with_noise(
    network: emulating_network.Network,
    values: Float64[np.ndarray, "input bit"],
    deviation: float,
    trials: Trials,
    run: int,
) -> Float64[np.ndarray, "input output"]:
    random = generator(trials.root, *trials.names, "gates", run)

    def disturb(made: Gates) -> Gates:
        noise: Gates
        noise = random.uniform(-deviation, deviation, made.shape)
        noise += made
        return noise

    return network.evaluate(values, disturb)
