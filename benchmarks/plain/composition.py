"""Four hops from a mixture with shorter ones, or alone (document 003, part II, 'Experiments')."""

import json
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, gelu, layer_norm, scaled_dot_product_attention
from torch.optim.lr_scheduler import LambdaLR

RUNS, *STEPS = (2, 3, 3) if "--quick" in sys.argv else (3, 1000, 3000)  # mixture, hard data alone
FOLDS, SYMBOLS, HOPS, LAYERS, WIDTH, RATES = 4, 4, 3, 7, 32, (0.004, 0.008)
BATCH, JUDGED, LOOKS, WARM_UP, DECAY = 32, 128, 41, 100, 0.3
PATIENCE, LEFT, DONE, LEARNED = 1000, 1 / SYMBOLS + 0.05, 0.99, 0.95


class Block(nn.Module):
    """Attention of one head, and a layer of GELUs, each on the normalised stream."""

    def __init__(self) -> None:
        super().__init__()
        self.mix, self.out = (nn.Linear(WIDTH, n * WIDTH, bias=False) for n in (3, 1))
        self.up, self.down = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        """Return the stream [sequence, token, width] after the block."""
        parts = self.mix(layer_norm(x, (WIDTH,))).chunk(3, dim=2)
        x = x + self.out(scaled_dot_product_attention(*parts))
        return x + self.down(gelu(self.up(layer_norm(x, (WIDTH,))), approximate="tanh"))


class Transformer(nn.Module):
    """Learned embeddings of places and pairs, blocks, and an answer to every hop."""

    def __init__(self) -> None:
        super().__init__()
        self.codes = nn.Parameter(torch.empty(2, FOLDS * SYMBOLS, WIDTH))
        self.blocks = nn.Sequential(*(Block() for _ in range(LAYERS)))
        self.answer = nn.Linear(WIDTH, HOPS * SYMBOLS)
        for name, part in self.named_parameters():
            residual = 0.5 / LAYERS if "out" in name or "down" in name else 1
            gain = 0 if "bias" in name else 0.25 if name == "codes" else residual
            nn.init.normal_(part, std=(gain / part.shape[-1]) ** 0.5)

    def forward(self, read: Tensor) -> Tensor:
        """Return scores [sequence, symbol, token, hop] of what is read [sequence, fold, symbol]."""
        pairs = (read + SYMBOLS * torch.arange(FOLDS)[:, None]).flatten(1)
        stream = self.blocks(self.codes[0] + self.codes[1, pairs])
        scores = self.answer(layer_norm(stream, (WIDTH,))).unflatten(2, (HOPS, SYMBOLS))
        return scores.permute(0, 3, 1, 2)


def sequences(hidden: Tensor, number: int) -> tuple[Tensor, Tensor]:
    """Return fresh permutations, and where 1, 2 and 4 hops lead [sequence, token, hop]."""
    read = torch.rand(number, FOLDS, SYMBOLS).argsort(dim=2)
    hops = [read.gather(2, hidden.expand_as(read))]
    for hop in range(HOPS - 1):
        hops.append(hops[-1].roll(-(2**hop), dims=1).gather(2, hops[-1]))
    return read, torch.stack(hops, dim=3).flatten(1, 2)


def accuracies(rate: float, run: int, first: int, budget: int) -> np.ndarray:
    """Train on the hops from ``first`` on; return accuracy [set, look, hop] of both judged sets."""
    torch.manual_seed(run)
    hidden = torch.rand(FOLDS, SYMBOLS).argsort(dim=1)
    sets, model = [sequences(hidden, JUDGED) for _ in range(2)], Transformer()
    adam = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98))
    pace = LambdaLR(adam, lambda i: min(1, (i + 1) / WARM_UP, (budget - i) / (DECAY * budget)))
    looks, found = np.linspace(0, budget, LOOKS).round(), np.empty((2, LOOKS, HOPS))
    for step in range(budget + 1):
        if step in looks:
            with torch.no_grad():
                right = [(model(x).argmax(1) == y).float().mean((0, 1)).numpy() for x, y in sets]
            found[:, np.searchsorted(looks, step) :] = np.array(right)[:, None]
            if min(right[0][first:]) >= DONE or (step >= PATIENCE and max(right[0][first:]) < LEFT):
                break
        x, y = sequences(hidden, BATCH)
        adam.zero_grad()
        cross_entropy(model(x)[..., first:], y[..., first:]).backward()
        adam.step()
        pace.step()
    return found


def curves(first: int, steps: int) -> np.ndarray:
    """Return accuracy [run, look, hop] at the rate that is best for the longest hop."""
    found = [[accuracies(rate, run, first, steps) for run in range(RUNS)] for rate in RATES]
    return np.array(found)[np.array(found)[:, :, 0, -1, -1].mean(axis=1).argmax(), :, 1]


mixture, alone = curves(0, STEPS[0]), curves(HOPS - 1, STEPS[1])
reached = np.pad(mixture >= LEARNED, ((0, 0), (0, 1), (0, 0)), constant_values=True)
in_order = (np.diff(looks := reached.argmax(axis=1)) > 0).all(axis=1) & (looks < LOOKS).all(axis=1)
rows = {"mixture_learned": reached[:, -2, -1], "hard_only_accuracy": alone[:, -1, -1]}
for name, row in (rows | {"in_order": in_order}).items():
    half = stats.t.ppf(0.975, RUNS - 1) * stats.sem(row.astype(float))
    rows[name] = [row.mean(), row.mean() - half, row.mean() + half]
print(json.dumps(rows))
