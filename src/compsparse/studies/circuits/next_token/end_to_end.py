"""Controls that learn outputs from inputs, without the tokens between (document 000, Theorem 4).

A linear layer, trained like the next-token predictor by Adam on all samples at once, and a network
with one hidden layer of ReLUs, trained in batches.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Int32, Int64

from compsparse.studies.circuits.next_token import subnormal_numbers
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
        room = _Room.of(self, seen.shape[1])
        return _logits(_active(self.hidden, seen, room)[0], self.readout)


@dataclass(frozen=True, eq=False)
class _Room:
    """Memory of a batch, kept from step to step: what is freed, the system hands out anew."""

    total: Active
    back: Active
    positive: Int32[np.ndarray, "run sample unit"]

    @classmethod
    def of(cls, network: Network, samples: int) -> "_Room":
        shape = len(network.hidden), samples, network.hidden.shape[2]
        total, back = np.empty((2, *shape), dtype=np.float32)
        return cls(total, back, np.empty(shape, dtype=np.int32))


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


def network_gradient(
    network: Network, seen: Seen, target: Outputs, decay: float, room: _Room | None = None
) -> Network:
    """Return the gradient of the mean cross entropy plus ``decay``/2 |w|^2; targets are -1, 1."""
    room = room or _Room.of(network, seen.shape[1])
    active, positive = _active(network.hidden, seen, room)
    signal = error_signal(_logits(active, network.readout), target)
    weights = np.swapaxes(network.readout[:, 1:], 1, 2)
    # with a single output nothing is summed, and numpy's product of matrices is slow
    product = np.multiply if weights.shape[1] == 1 else np.matmul
    back = product(signal, weights, out=room.back)
    bits = back.view(np.int32)
    bits &= positive
    hidden = np.swapaxes(seen, 1, 2) @ back
    hidden += np.float32(decay) * network.hidden
    readout = np.float32(decay) * network.readout
    readout[:, 1:] += np.swapaxes(active, 1, 2) @ signal
    readout[:, 0] += signal.sum(axis=1)
    return Network(np.asarray(hidden), np.asarray(readout))


@subnormal_numbers.taken_for_zero()
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
        adam = StackedAdam([part.hidden, part.readout], rates[block], passes * updates)
        room = _Room.of(part, min(batch, samples))
        for _ in range(passes):
            order = np.stack([random.permutation(samples) for random in orders[block]])
            known, wanted = _reordered(seen[block], order), _reordered(target[block], order)
            for update in range(updates):
                chosen = slice(update * batch, (update + 1) * batch)
                slope = network_gradient(part, known[:, chosen], wanted[:, chosen], decay, room)
                adam.step([slope.hidden, slope.readout])
    return network


def output_bits(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "run sample bit"]
) -> Bool[np.ndarray, "run sample output"]:
    """Return the outputs, which are to be learned end to end."""
    return sequences(program, inputs)[:, :, program.outputs]


def _reordered(data: Seen, order: Int64[np.ndarray, "run sample"]) -> Seen:
    # for each run, since one index in two axes takes three times as long
    return np.stack(
        [np.take(rows, places, axis=0) for rows, places in zip(data, order, strict=True)]
    )


def _active(
    hidden: Hidden, seen: Seen, room: _Room
) -> tuple[Active, Int32[np.ndarray, "run sample unit"]]:
    """Return what the hidden units answer, and a mask of bits: all where it is positive, or none.

    Read as a whole number, a positive number is positive, and any other is not, save -0.0, which
    stays as it is; four times as fast as products with truth values.
    """
    total = np.matmul(seen, hidden, out=room.total)
    bits = total.view(np.int32)
    positive = np.negative(bits, out=room.positive)
    positive >>= 31
    bits &= positive
    return total, positive


def _logits(active: Active, readout: Readout) -> Outputs:
    logits = active @ readout[:, 1:]
    logits += readout[:, :1]
    return np.asarray(logits)
