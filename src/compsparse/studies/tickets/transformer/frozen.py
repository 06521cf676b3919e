"""The frozen part of a transformer: what its MLP reads, and what happens to the MLP's output.

Both are computed once; a round of pruning then trains nothing but the MLP between them.
"""

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.tickets.transformer.examples import Examples
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED
from compsparse.studies.tickets.transformer.model import EPSILON, Arrays, Shape, Transformer
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.named_axes import select_named_axes

_ROW = Float32[np.ndarray, "network width"]
MODEL = {
    "embedding": Float32[np.ndarray, "network 12 width"],
    "attention": Float32[np.ndarray, "network width projected"],
    "attention_out": Float32[np.ndarray, "network width _width"],
    **dict.fromkeys(
        ("gain_first", "shift_first", "gain_mlp", "shift_mlp", "gain_last", "shift_last"), _ROW
    ),
    "reading": Float32[np.ndarray, "network width output"],
    "reading_shift": Float32[np.ndarray, "network output"],
    "up": Float32[np.ndarray, "network width hidden"],
    "down": Float32[np.ndarray, "network hidden width"],
    "up_shift": Float32[np.ndarray, "network hidden"],
    "down_shift": _ROW,
}


@dataclass(frozen=True)
class Frozen:
    """The frozen parts of all networks on the rows of a set, a row for each predicting token.

    Attributes:
        stream: to which the MLP's output is added.
        read: what the MLP reads.
        labels: 0 or 1, for each output.
        readout: matrix after the last layer norm, whose gain it includes.
        readout_bias: the layer norm's bias included.
    """

    stream: Float32[np.ndarray, "network row width"]
    read: Float32[np.ndarray, "network row width"]
    labels: Float32[np.ndarray, "network row output"]
    readout: Float32[np.ndarray, "network width output"]
    readout_bias: Float32[np.ndarray, "network 1 output"]

    def batch(
        self, networks: Int64[np.ndarray, " network"], chosen: Int64[np.ndarray, "network batch"]
    ) -> "Frozen":
        """Return the rows of the sequences ``chosen`` for each of some networks."""
        sequences = self.stream.shape[1] // ANSWERED
        index = (networks[:, None] * sequences + chosen).reshape(-1)

        def rows(
            values: Float32[np.ndarray, "all row part"],
        ) -> Float32[np.ndarray, "some chosen part"]:
            by_sequence = values.reshape(-1, ANSWERED * values.shape[2])
            chosen_rows = by_sequence.take(index, axis=0)
            return np.asarray(chosen_rows.reshape(len(networks), -1, values.shape[2]))

        return Frozen(
            rows(self.stream),
            rows(self.read),
            rows(self.labels),
            self.readout[networks],
            self.readout_bias[networks],
        )

    def select(self, networks: Int64[np.ndarray, " network"]) -> "Frozen":
        """Return the frozen parts of some networks."""
        return Frozen(*(getattr(self, part.name)[networks] for part in fields(self)))


def read_model(path: Path) -> dict[str, np.ndarray]:
    """Read transformers with an MLP."""
    return select_named_axes(path, read_arrays(path), MODEL)


def frozen_part(examples: Examples, weights: Arrays, heads: int, part: str) -> Frozen:
    """Return the frozen parts of all networks on a set of examples, such as ``validation``."""
    width, hidden = weights["up"].shape[1:]
    shape = Shape(width, heads, hidden, examples.outputs)
    features = examples.features(part)
    streams, reads = [], []
    for network, run in enumerate(examples.network_runs):
        single = {name: values[network, None] for name, values in weights.items()}
        stream = Transformer(shape, single).attended(features[run, None])
        streams.append(by_sequence(stream))
        gain, shift = (single[f"{name}_mlp"][:, None] for name in ("gain", "shift"))
        reads.append(normalized(streams[-1]) * gain + shift)
    shifts = np.matmul(weights["shift_last"][:, None], weights["reading"])
    return Frozen(
        np.concatenate(streams),
        np.concatenate(reads),
        by_sequence(examples.labels(part, slice(None))),
        weights["gain_last"][..., None] * weights["reading"],
        shifts + weights["reading_shift"][:, None],
    )


def normalized(stream: Float32[np.ndarray, "*row width"]) -> Float32[np.ndarray, "*row width"]:
    """Return rows with mean 0 and variance 1."""
    centred = stream - stream.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(variance + np.float32(EPSILON)))


def by_sequence(
    features: Float32[np.ndarray, "network feature token_and_sequence"],
) -> Float32[np.ndarray, "network row feature"]:
    """Return a row for each sequence and predicting token, tokens fastest."""
    networks, width, rows = features.shape
    by_token = features.reshape(networks, width, ANSWERED, -1).transpose(0, 3, 2, 1)
    return np.ascontiguousarray(by_token).reshape(networks, rows, width)
