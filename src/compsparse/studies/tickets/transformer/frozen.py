"""What an MLP reads and what becomes of it, where all else of a transformer stays as it is.

Both are computed once: a round then trains an MLP between numbers that are there.
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
class Around:
    """What stands around the MLP of each network, on the rows of a set.

    Attributes:
        stream: to which the MLP's output is added.
        read: what the MLP reads.
        labels: 0 or 1, for each output.
        reading: matrix behind the last normalisation, its gain included.
        reading_shift: what is added behind it.
    """

    stream: Float32[Tensor, "network row width"]
    read: Float32[Tensor, "network row width"]
    labels: Float32[Tensor, "network row output"]
    reading: Float32[Tensor, "network width output"]
    reading_shift: Float32[Tensor, "network 1 output"]

    def batch(
        self, networks: Int64[Tensor, " network"], chosen: Int64[Tensor, "network batch"]
    ) -> "Around":
        """Return the rows of some sequences, which differ from network to network."""
        sequences = self.stream.shape[1] // ANSWERED
        index = (networks[:, None] * sequences + chosen).flatten()

        def rows(of: Float32[Tensor, "all row part"]) -> Float32[Tensor, "some chosen part"]:
            by_sequence = of.reshape(-1, ANSWERED * of.shape[2])
            return by_sequence.index_select(0, index).view(len(networks), -1, of.shape[2])

        return Around(
            rows(self.stream),
            rows(self.read),
            rows(self.labels),
            self.reading[networks],
            self.reading_shift[networks],
        )

    def of(self, networks: Int64[Tensor, " network"]) -> "Around":
        """Return what stands around some of the networks."""
        return Around(*(getattr(self, part.name)[networks] for part in fields(self)))


def read_model(path: Path) -> dict[str, Tensor]:
    """Read transformers with an MLP, and the MLP's first weights."""
    arrays = select_named_axes(path, read_arrays(path), MODEL)
    return {name: torch.from_numpy(values) for name, values in arrays.items()}


@torch.no_grad()
def around(examples: Examples, views: Views, heads: int, of: str) -> Around:
    """Return what stands around the MLPs, on a set of examples."""
    networks = len(examples.run_of)
    width, hidden = views["up"].shape[1:]
    shape = Shape(width, heads, hidden, examples.outputs)
    streams, reads = [], []
    for network, run in enumerate(examples.run_of):
        own = {name: view[network, None] for name, view in views.items()}
        streams.append(attended(shape, own, examples.tokens(of, int(run))[None])[0])
        reads.append(before_mlp(own, streams[-1][None])[0])
    shift = torch.bmm(views["shift_last"][:, None], views["reading"])
    return Around(
        torch.stack(streams),
        torch.stack(reads),
        torch.stack([examples.labels(of, network) for network in range(networks)]),
        views["gain_last"][..., None] * views["reading"],
        shift + views["reading_shift"][:, None],
    )
