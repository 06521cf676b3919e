"""Pruning rounds of a transformer's MLP: many side by side, and one as one would write it first.

Both sides start alike and see the same batches; a test holds that they stay alike.

A call of the own side is one step of all networks of a round, as ``transformer/prune_mlp.py`` has
it, the batch taken out of all examples included; a call of a plain side is one step of one network.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle

import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from benchmarks.tickets.plain_transformer import PlainRound, PlainTransformer
from compsparse.studies.tickets.transformer.frozen import Frozen
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED, BITS, TOKENS
from compsparse.studies.tickets.transformer.masks import prune
from compsparse.studies.tickets.transformer.mlp_round import MlpRound
from compsparse.studies.tickets.transformer.model import (
    MLP,
    MLP_WEIGHTS,
    Shape,
    attended,
    before_mlp,
    first_parameters,
)
from compsparse.studies.tickets.transformer.units import live_units
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
        scores = {name: views[name].abs() for name in MLP_WEIGHTS}
        masks = {name: torch.ones_like(of, dtype=torch.bool) for name, of in scores.items()}
        random = torch.Generator().manual_seed(0)
        tokens = torch.randint(2, (self.sequences, TOKENS, BITS), generator=random) * 2.0 - 1
        labels = torch.randint(
            2, (self.sequences, ANSWERED, SHAPE.outputs), generator=random
        ).float()
        return views, prune(scores, masks, self.density), tokens, labels

    def chosen(self) -> list[Int64[Tensor, "network batch"]]:
        """Return which sequences a step learns from, step by step."""
        random = torch.Generator().manual_seed(1)
        shape = NETWORKS, BATCH
        return [torch.randint(self.sequences, shape, generator=random) for _ in range(_BATCHES)]

    @torch.no_grad()
    def own(self) -> MlpRound:
        """Return the own side, which has not stepped yet."""
        views, masks, tokens, labels = self.parts
        streams = [
            attended(SHAPE, {name: of[network, None] for name, of in views.items()}, tokens[None])[
                0
            ]
            for network in range(NETWORKS)
        ]
        stream = torch.stack(streams)
        fixed = Frozen(
            stream,
            before_mlp(views, stream),
            labels.flatten(0, 1).expand(NETWORKS, -1, -1).contiguous(),
            views["gain_last"][..., None] * views["reading"],
            torch.bmm(views["shift_last"][:, None], views["reading"])
            + views["reading_shift"][:, None],
        )
        start = {name: views[name] for name in MLP}
        return MlpRound(start, masks, fixed, torch.arange(NETWORKS), batch=BATCH, l1=L1)

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

        return {"own": lambda: own.update(next(batches), RATE), "peer": step_peer}

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices that a step of one network needs.

        Five products with an MLP matrix of the units that something leaves, none for what the MLP
        reads; two with the reading.
        """
        units = live_units(self.parts[1]["down"]).shape[1]
        by_row = 5 * SHAPE.width * units + 2 * SHAPE.width * SHAPE.outputs
        return 2.0 * BATCH * ANSWERED * by_row


CASES = {
    "transformer, first round": Case(0.85, 3.0),
    "transformer, density 0.01": Case(0.01, 3.0),
    "its MLP alone, first round": Case(0.85, None, whole=False, fused=True),
}
