"""Step ``generate``: errors of networks on disturbed inputs, for all circuits of a file."""

from dataclasses import replace
from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.stored import read_circuits
from compsparse.studies.circuits.emulation import disturbed, gate_error, guarantees
from compsparse.studies.circuits.networks import emulating_network
from compsparse.studies.circuits.networks import step_function as forms
from workflow_engine.steps import Inputs, Outputs, Params, single

_SUFFIX = "-bounded"
_RELU = (forms.PLAIN, forms.SATURATING)
_COUNTED = forms.sigmoid_step(1.0)  # any slope: it changes no count


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the networks of every circuit ``n<length>-bounded``.

    Params: the settings ``Disturbed``; gate_noise, whether every gate's output is disturbed too.
    Returns ``data``: by circuit, ``length``, ``depth``, ``gates`` and ``radius`` of the saturating
    form; [circuit form] ``units``, ``weights``, ``layers``, and ``bit_error`` of the ReLU forms;
    [circuit form deviation run] ``largest`` and ``mean_square`` error; [circuit deviation] ``beta``
    and ``bound`` of the sigmoid. NaN where no slope is known to suffice.
    """
    path = single(inputs, "circuits")
    circuits = {
        name: _without_passed_inputs(circuit)
        for name, circuit in read_circuits(path).items()
        if name.endswith(_SUFFIX)
    }
    rows = [_of_circuit(name, made, params) for name, made in circuits.items() if len(made.outputs)]
    if not rows:
        raise ValueError(
            f"{path} has no circuit whose name ends with {_SUFFIX!r} and with a gate as output; "
            "make it anew."
        )
    return {"data": {key: np.array([row[key] for row in rows]) for key in rows[0]}}


def _without_passed_inputs(circuit: Circuit) -> Circuit:
    """Return the circuit without the outputs that are inputs: no gate could clean them."""
    return replace(circuit, outputs=circuit.outputs[circuit.outputs >= circuit.inputs])


def _of_circuit(name: str, circuit: Circuit, params: Params) -> dict[str, Any]:
    trials = disturbed.draw_trials(
        circuit,
        params["inputs"],
        params["runs"],
        params["gate_noise"],
        params["root_seed"],
        (*params["seed_names"], name),
    )
    deviations = params["deviations"]
    found = np.full((2, len(forms.FORMS), len(deviations), params["runs"]), np.nan)
    beta, bound = (np.full(len(deviations), np.nan) for _ in range(2))
    for column, deviation in enumerate(deviations):
        steps = [*_RELU]
        slope = _beta(circuit, deviation, params)
        if np.isfinite(slope):
            beta[column] = slope
            noise = deviation if params["gate_noise"] else 0.0
            bounds = guarantees.sigmoid_bounds(circuit, slope, deviation, noise)
            bound[column] = bounds[circuit.outputs].max()
            steps.append(forms.sigmoid_step(slope))
        for form, step in enumerate(steps):
            found[:, form, column] = _summary(disturbed.errors(trials, step, deviation))
    networks = [emulating_network.Network(circuit, step) for step in (*_RELU, _COUNTED)]
    return {
        "length": int(name.removeprefix("n").removesuffix(_SUFFIX)),
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


def _beta(circuit: Circuit, deviation: float, params: Params) -> float:
    """Return the slope with which every gate is accurate if all gates before it are."""
    accuracy = 2.0 ** -params["accuracy_bits"]
    noise = deviation if params["gate_noise"] else 0.0
    reach = guarantees.largest_reach(circuit, deviation, accuracy + noise)
    return gate_error.sufficient_beta(accuracy, reach)


def _summary(
    wrong: Float64[np.ndarray, "run input output"],
) -> Float64[np.ndarray, "statistic run"]:
    return np.stack([wrong.max(axis=(1, 2)), (wrong**2).mean(axis=(1, 2))])
