"""Loss on unseen inputs against the rank of the parent map and the embedding dimension.

Document 004, Remark 4 and Appendix B: eight binary factors, one output factor of 16 with one to
four parents, fixed factor embeddings; a quarter of the 256 inputs is seen.
"""

import json
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn
from torch.nn import functional

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (5, 1000)
FACTORS, OUTPUTS, PARENTS, DIMENSIONS, RATE = 8, 16, (1, 2, 3, 4), (16, 32, 64), 0.03


def normalize(states: Tensor) -> Tensor:
    """Return the states over their root mean square."""
    return states * torch.rsqrt(states.square().mean(-1, keepdim=True) + 1e-6)


class Block(nn.Module):
    """A gated residual block."""

    def __init__(self, dimension: int, hidden: int) -> None:
        super().__init__()
        self.gate = nn.Linear(dimension, hidden, bias=False)
        self.value = nn.Linear(dimension, hidden, bias=False)
        self.output = nn.Linear(hidden, dimension, bias=False)

    def forward(self, states: Tensor) -> Tensor:
        """Return the states after the block."""
        x = normalize(states)
        return states + self.output(functional.silu(self.gate(x)) * self.value(x))


class Network(nn.Module):
    """Residual blocks from embedded inputs to logits."""

    def __init__(self, dimension: int, hidden: int, outputs: int, layers: int = 1) -> None:
        super().__init__()
        self.blocks = nn.Sequential(*(Block(dimension, hidden) for _ in range(layers)))
        self.unembedding = nn.Linear(dimension, outputs, bias=False)

    def forward(self, states: Tensor) -> Tensor:
        """Return the logits [input, output]."""
        return self.unembedding(normalize(self.blocks(states)))


def divergence(network: Network, embedded: Tensor, target: Tensor) -> float:
    """Return the mean Kullback-Leibler divergence from the target."""
    with torch.no_grad():
        logs = functional.log_softmax(network(embedded), dim=1).double()
    return float((target * (target.clamp_min(1e-300).log() - logs)).sum(1).mean())


def losses(parents: int, dimension: int) -> tuple[float, float]:
    """Train on a quarter of the inputs; return the loss on the others, before and after."""
    bits = (torch.arange(2**FACTORS)[:, None] >> torch.arange(FACTORS)) & 1
    chosen = bits[:, torch.randperm(FACTORS)[:parents]]
    table = np.random.dirichlet(np.full(OUTPUTS, 0.1), 2**parents)
    target = torch.from_numpy(table)[(chosen << torch.arange(parents)).sum(1)]
    vectors = torch.randn(FACTORS, 2, dimension)
    embedded = vectors[torch.arange(FACTORS), bits].sum(1)
    seen, unseen = torch.randperm(len(bits)).split([len(bits) // 4, len(bits) * 3 // 4])
    network = Network(dimension, 2 * dimension, OUTPUTS)
    first = divergence(network, embedded[unseen], target[unseen])
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    x, y = embedded[seen], target[seen].float()
    for _ in range(STEPS):
        optimizer.zero_grad()
        functional.cross_entropy(network(x), y).backward()
        optimizer.step()
        schedule.step()
    return first, divergence(network, embedded[unseen], target[unseen])


def main() -> None:
    """Print slopes of the log loss in the logs of rank and dimension, and how far it falls."""
    torch.manual_seed(0)
    np.random.seed(0)
    grid = [(parents, dimension) for parents in PARENTS for dimension in DIMENSIONS]
    logs = np.log([[losses(*cell) for cell in grid] for _ in range(RUNS)])
    rank, dimension = np.log(np.array(grid) * [2, 1]).T
    rows = {
        "log_loss_per_log_rank": [np.polyfit(rank, y, 1)[0] for y in logs[..., 1]],
        "log_loss_per_log_dimension": [np.polyfit(dimension, y, 1)[0] for y in logs[..., 1]],
        "log_loss_over_initial": (logs[..., 1] - logs[..., 0]).mean(axis=1),
    }
    half = stats.t.ppf(0.975, RUNS - 1) * stats.sem(list(rows.values()), axis=1)
    found = zip(rows, np.mean(list(rows.values()), axis=1), half, strict=True)
    print(json.dumps({name: [mean, mean - half, mean + half] for name, mean, half in found}))


if __name__ == "__main__":
    main()
