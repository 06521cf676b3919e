"""Controls that learn outputs from inputs, without the tokens between (document 000, Theorem 4).

A linear layer, trained like the next-token predictor by Adam on all samples at once, and a network
with one hidden layer of ReLUs, trained in batches.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.circuits.next_token.linear_layer import (
    Outputs,
    Rates,
    Seen,
    StackedAdam,
    blocks,
    error_signal,
)
from compsparse.studies.circuits.next_token.program import sequences
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

Hidden = Float32[np.ndarray, "run seen unit"]
Readout = Float32[np.ndarray, "run read output"]
Active = Float32[np.ndarray, "run sample unit"]


@dataclass(frozen=True, eq=False)
class Network:
    """Networks of one hidden layer, one per run; row 0 of either matrix holds the biases."""

    hidden: Hidden  # from the inputs to the hidden units
    readout: Readout  # from the hidden units to the logits

    def logits(self, seen: Seen) -> Outputs:
        """Return the logit of each output."""
        return _logits(_active(self.hidden, seen), self.readout)


def drawn_network(
    inputs: int, units: int, outputs: int, generators: list[np.random.Generator]
) -> Network:
    """Return a network for each generator, with the variances of He et al. (2015)."""
    hidden = np.zeros((len(generators), inputs + 1, units), dtype=np.float32)
    readout = np.zeros((len(generators), units + 1, outputs), dtype=np.float32)
    for run, random in enumerate(generators):
        hidden[run, 1:] = random.standard_normal((inputs, units)) * np.sqrt(2 / inputs)
        readout[run, 1:] = random.standard_normal((units, outputs)) * np.sqrt(2 / units)
    return Network(hidden, readout)


def network_gradient(network: Network, seen: Seen, target: Outputs, decay: float) -> Network:
    """Return the gradient of the mean cross entropy plus ``decay``/2 |w|^2; targets are -1, 1."""
    active = _active(network.hidden, seen)
    signal = error_signal(_logits(active, network.readout), target)
    back = signal @ np.swapaxes(network.readout[:, 1:], 1, 2)
    back *= active > 0
    hidden = np.swapaxes(seen, 1, 2) @ back
    hidden += np.float32(decay) * network.hidden
    readout = np.float32(decay) * network.readout
    readout[:, 1:] += np.swapaxes(active, 1, 2) @ signal
    readout[:, 0] += signal.sum(axis=1)
    return Network(np.asarray(hidden), np.asarray(readout))


def fitted_network(
    network: Network,
    seen: Seen,
    target: Outputs,
    *,
    passes: int,
    batch: int,
    rates: Rates,
    decay: float,
    orders: list[np.random.Generator],
) -> Network:
    """Train the networks in place by Adam, on ``batch`` samples at a time, and return them."""
    # each pass has a new random order; samples that fill no batch are left out of the pass
    samples, units = seen.shape[1], network.hidden.shape[2]
    updates = max(1, samples // batch)
    for block in blocks(len(seen), min(batch, samples) * units):
        # views: updates in place change the whole network
        part = Network(network.hidden[block], network.readout[block])
        known, wanted = seen[block], target[block]
        adam = StackedAdam([part.hidden, part.readout], rates[block], passes * updates)
        run = np.arange(len(known))[:, None]
        for _ in range(passes):
            order = np.stack([random.permutation(samples) for random in orders[block]])
            for update in range(updates):
                chosen = order[:, update * batch : (update + 1) * batch]
                slope = network_gradient(part, known[run, chosen], wanted[run, chosen], decay)
                adam.step([slope.hidden, slope.readout])
    return network


def output_bits(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "run sample bit"]
) -> Bool[np.ndarray, "run sample output"]:
    """Return the outputs, which are to be learned end to end."""
    return sequences(program, inputs)[:, :, program.outputs]


def _active(hidden: Hidden, seen: Seen) -> Active:
    total = seen @ hidden
    return np.asarray(np.maximum(total, np.float32(0), out=total))


def _logits(active: Active, readout: Readout) -> Outputs:
    logits = active @ readout[:, 1:]
    logits += readout[:, :1]
    return np.asarray(logits)
