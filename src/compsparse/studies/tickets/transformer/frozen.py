"""The frozen part of a transformer: what its MLP reads, and what happens to the MLP's output.

Both are computed once; a round of pruning then trains nothing but the MLP between them.
"""

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.tickets.transformer.examples import Examples
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED
from compsparse.studies.tickets.transformer.model import Shape, Views, attended, before_mlp
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.named_axes import select_named_axes

_ROW = Float32[np.ndarray, "network width"]
_UP, _DOWN = (
    Float32[np.ndarray, "network width hidden"],
    Float32[np.ndarray, "network hidden width"],
)
MODEL = {
    "tokens": Float32[np.ndarray, "network 8 width"],
    "places": Float32[np.ndarray, "network 4 width"],
    "attention": Float32[np.ndarray, "network width projected"],
    "attention_out": Float32[np.ndarray, "network width _width"],
    **dict.fromkeys(
        ("gain_first", "shift_first", "gain_mlp", "shift_mlp", "gain_last", "shift_last"), _ROW
    ),
    "reading": Float32[np.ndarray, "network width output"],
    "reading_shift": Float32[np.ndarray, "network output"],
    "up": _UP,
    "down": _DOWN,
    "up_shift": Float32[np.ndarray, "network hidden"],
    "down_shift": _ROW,
    "first_up": _UP,
    "first_down": _DOWN,
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

    stream: Float32[Tensor, "network row width"]
    read: Float32[Tensor, "network row width"]
    labels: Float32[Tensor, "network row output"]
    readout: Float32[Tensor, "network width output"]
    readout_bias: Float32[Tensor, "network 1 output"]

    def batch(
        self, networks: Int64[Tensor, " network"], chosen: Int64[Tensor, "network batch"]
    ) -> "Frozen":
        """Return the rows of the sequences ``chosen`` for each of some networks."""
        sequences = self.stream.shape[1] // ANSWERED
        index = (networks[:, None] * sequences + chosen).flatten()

        def rows(
            values: Float32[Tensor, "all row part"],
        ) -> Float32[Tensor, "some chosen part"]:
            by_sequence = values.reshape(-1, ANSWERED * values.shape[2])
            return by_sequence.index_select(0, index).view(len(networks), -1, values.shape[2])

        return Frozen(
            rows(self.stream),
            rows(self.read),
            rows(self.labels),
            self.readout[networks],
            self.readout_bias[networks],
        )

    def select(self, networks: Int64[Tensor, " network"]) -> "Frozen":
        """Return the frozen parts of some networks."""
        return Frozen(*(getattr(self, part.name)[networks] for part in fields(self)))


def read_model(path: Path) -> dict[str, Tensor]:
    """Read transformers with an MLP, and the MLP's first weights."""
    arrays = select_named_axes(path, read_arrays(path), MODEL)
    return {name: torch.from_numpy(values) for name, values in arrays.items()}


@torch.no_grad()
def frozen_part(examples: Examples, views: Views, heads: int, part: str) -> Frozen:
    """Return the frozen parts of all networks on a set of examples, such as ``validation``."""
    networks = len(examples.network_runs)
    width, hidden = views["up"].shape[1:]
    shape = Shape(width, heads, hidden, examples.outputs)
    streams, reads = [], []
    for network, run in enumerate(examples.network_runs):
        single = {name: view[network, None] for name, view in views.items()}
        streams.append(attended(shape, single, examples.tokens(part, int(run))[None])[0])
        reads.append(before_mlp(single, streams[-1][None])[0])
    bias = torch.bmm(views["shift_last"][:, None], views["reading"])
    return Frozen(
        torch.stack(streams),
        torch.stack(reads),
        torch.stack([examples.labels(part, network) for network in range(networks)]),
        views["gain_last"][..., None] * views["reading"],
        bias + views["reading_shift"][:, None],
    )
