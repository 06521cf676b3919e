"""Pruning rounds of a transformer's MLP: many side by side, and one as one would write it first.

Both sides start alike and see the same batches; a test holds that they stay alike.

A call of the own side is one step of all networks of a round, as ``transformer/prune_mlp.py`` has
it, the batch taken out of all examples included; a call of a plain side is one step of one network.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from benchmarks.tickets.plain_transformer import PlainRound, PlainTransformer
from compsparse.studies.tickets.transformer.frozen import Frozen, by_sequence, normalized
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED, BITS, TOKENS
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS, prune
from compsparse.studies.tickets.transformer.mlp_round import MlpRound, live_units
from compsparse.studies.tickets.transformer.model import (
    MLP,
    Shape,
    Transformer,
    first_parameters,
    token_features,
)
from workflow_engine.seeds import generator

NETWORKS, BATCH, SEQUENCES = 25, 64, 4096
SHAPE = Shape(width=48, heads=2, hidden=128, outputs=4)
RATE, L1 = 0.003, 0.0001
_BATCHES = 32


@dataclass(frozen=True)
class Case:
    """A comparison.

    Attributes:
        density: of the weights that are left.
        target: the ratio of times to be reached, None where none was set.
        whole: whether the plain side computes its frozen part in every step.
        fused: whether its optimizer does all weights in one pass, which torch leaves to the caller.
        sequences: that batches are taken out of.
    """

    density: float
    target: float | None
    whole: bool = True
    fused: bool = False
    sequences: int = SEQUENCES

    @cached_property
    def parts(self) -> tuple[dict[str, Tensor], dict[str, Tensor], Tensor, Tensor]:
        """First weights, masks, tokens and labels."""
        randoms = [generator(0, "weights", network) for network in range(NETWORKS)]
        views = first_parameters(SHAPE, randoms).views
        scores = {name: views[name].abs().numpy() for name in MLP_WEIGHTS}
        whole = {name: np.ones_like(of, np.bool_) for name, of in scores.items()}
        masks = {
            name: torch.from_numpy(mask)
            for name, mask in prune(scores, whole, self.density).items()
        }
        random = torch.Generator().manual_seed(0)
        tokens = torch.randint(2, (self.sequences, TOKENS, BITS), generator=random) * 2.0 - 1
        labels = torch.randint(
            2, (self.sequences, ANSWERED, SHAPE.outputs), generator=random
        ).float()
        return views, masks, tokens, labels

    def chosen(self) -> list[Int64[Tensor, "network batch"]]:
        """Return which sequences a step learns from, step by step."""
        random = torch.Generator().manual_seed(1)
        shape = NETWORKS, BATCH
        return [torch.randint(self.sequences, shape, generator=random) for _ in range(_BATCHES)]

    def own(self) -> MlpRound:
        """Return the own side, which has not stepped yet."""
        views, masks, tokens, labels = self.parts
        weights = {name: view.numpy() for name, view in views.items()}
        features = token_features(tokens.numpy()[None] > 0)
        streams = [
            Transformer(
                SHAPE, {name: values[network, None] for name, values in weights.items()}
            ).attended(features)
            for network in range(NETWORKS)
        ]
        stream = by_sequence(np.concatenate(streams))
        gain, shift = (weights[f"{name}_mlp"][:, None] for name in ("gain", "shift"))
        fixed = Frozen(
            stream,
            normalized(stream) * gain + shift,
            labels.flatten(0, 1).expand(NETWORKS, -1, -1).numpy().copy(),
            weights["gain_last"][..., None] * weights["reading"],
            np.matmul(weights["shift_last"][:, None], weights["reading"])
            + weights["reading_shift"][:, None],
        )
        start = {name: weights[name] for name in MLP}
        kept = {name: mask.numpy() for name, mask in masks.items()}
        return MlpRound(start, kept, fixed, np.arange(NETWORKS), l1=L1)

    def peer(self, network: int) -> PlainRound:
        """Return the plain side, one of the networks."""
        views, masks, *_ = self.parts
        model = PlainTransformer(
            {name: of[network] for name, of in views.items()},
            {name: of[network] for name, of in masks.items()},
            SHAPE.heads,
        )
        return PlainRound(model, l1=L1, whole=self.whole, fused=self.fused)

    @torch.no_grad()
    def given(self, peer: PlainRound) -> Float32[Tensor, "sequence token number"]:
        """Return what batches of the plain side are taken of."""
        tokens = self.parts[2]
        return tokens if self.whole else peer.model.attended(tokens)

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return a step of each side, on one batch after the other."""
        own, peer, labels = self.own(), self.peer(0), self.parts[3]
        given = self.given(peer)
        batches, of_peer = cycle(self.chosen()), cycle([of[0] for of in self.chosen()])

        def step_peer() -> None:
            chosen = next(of_peer)
            peer.update(given[chosen], labels[chosen], RATE)

        return {"own": lambda: own.update(next(batches).numpy(), RATE), "peer": step_peer}

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices that a step of one network needs.

        Five products with an MLP matrix of the units that something leaves, none for what the MLP
        reads; two with the reading.
        """
        units = int(live_units(self.parts[1]["down"].numpy()).shape[1])
        by_row = 5 * SHAPE.width * units + 2 * SHAPE.width * SHAPE.outputs
        return 2.0 * BATCH * ANSWERED * by_row


CASES = {
    "transformer, first round": Case(0.85, 3.0),
    "transformer, density 0.01": Case(0.01, 3.0),
    "its MLP alone, first round": Case(0.85, None, whole=False, fused=True),
}
