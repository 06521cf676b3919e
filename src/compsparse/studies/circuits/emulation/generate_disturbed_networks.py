"""Step ``generate``: errors of networks on disturbed inputs, for all circuits of a file."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.stored import read_circuits
from compsparse.studies.circuits.emulation import disturbed, gate_error, guarantees
from compsparse.studies.circuits.networks import emulating_network
from compsparse.studies.circuits.networks import subnetwork as forms
from workflow_engine.steps import Inputs, Outputs, single

_SUFFIX = "-bounded"
_RELU = (forms.PLAIN, forms.SATURATING)
_COUNTED = forms.sigmoid_step(1.0)  # any slope: it changes no count


def run(
    files: Inputs,
    /,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    deviations: Sequence[float],
    accuracy_bits: int,
    inputs: int,
    runs: int,
    gate_noise: bool,
) -> Outputs:
    """Evaluate the networks of every circuit ``n<length>-bounded`` of the file ``circuits``.

    Returns ``data``, as ``NetworkErrors``.

    Args:
        accuracy_bits: m_out, of the sigmoids.
        inputs: drawn for each circuit in each run.
        gate_noise: whether the output of every gate is disturbed, too.
    """
    path = single(files, "circuits")
    rows = []
    for name, read in read_circuits(path).items():
        circuit = _without_passed_inputs(read)
        if name.endswith(_SUFFIX) and len(circuit.outputs):
            trials = disturbed.draw_trials(
                circuit, inputs, runs, gate_noise, root_seed, (*seed_names, name)
            )
            length = int(name.removeprefix("n").removesuffix(_SUFFIX))
            rows.append({"length": length, **_measured(trials, deviations, 2.0**-accuracy_bits)})
    if not rows:
        raise ValueError(
            f"{path} has no circuit whose name ends with {_SUFFIX!r} and with a gate as output; "
            "make it again."
        )
    return {"data": {key: np.array([row[key] for row in rows]) for key in rows[0]}}


def _without_passed_inputs(circuit: Circuit) -> Circuit:
    """Return the circuit without the outputs that are inputs, whose errors no gate can remove."""
    return replace(circuit, outputs=circuit.outputs[circuit.outputs >= circuit.inputs])


def _measured(
    trials: disturbed.Trials, deviations: Sequence[float], accuracy: float
) -> dict[str, Any]:
    """Measure networks; ``accuracy`` is that of the gates of a sigmoid network."""
    circuit = trials.circuit
    found = np.full((2, len(forms.FORMS), len(deviations), trials.runs), np.nan)
    beta, bound = (np.full(len(deviations), np.nan) for _ in range(2))
    for column, deviation in enumerate(deviations):
        steps = [*_RELU]
        noise = deviation if trials.gate_noise else 0.0
        # with this slope every gate is accurate if all gates before it are
        reach = guarantees.largest_reach(circuit, deviation, accuracy + noise)
        slope = gate_error.sufficient_beta(accuracy, reach)
        if np.isfinite(slope):
            beta[column] = slope
            bounds = guarantees.sigmoid_bounds(circuit, slope, deviation, noise)
            bound[column] = bounds[circuit.outputs].max()
            steps.append(forms.sigmoid_step(slope))
        for form, step in enumerate(steps):
            wrong = disturbed.errors(trials, step, deviation)
            found[:, form, column] = wrong.max(axis=(1, 2)), (wrong**2).mean(axis=(1, 2))
    networks = [emulating_network.Network(circuit, step) for step in (*_RELU, _COUNTED)]
    return {
        "depth": circuit.depth,
        "gates": circuit.size,
        "radius": guarantees.saturating_radius(circuit),
        "units": [network.units for network in networks],
        "weights": [network.weights for network in networks],
        "layers": [network.depth for network in networks],
        "bit_error": disturbed.bit_errors(trials, _RELU),
        "largest": found[0],
        "mean_square": found[1],
        "beta": beta,
        "bound": bound,
    }
