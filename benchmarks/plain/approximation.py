"""What local connections and shared weights are worth on trees (document 000, 'The answers')."""

import json
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (3, 1000)
EXAMPLES, TRAINED, JUDGED, BATCH, SCALED = 2048, 1639, 1000, 128, 20000  # a fifth chooses
VARIABLES, CHANNELS, WIDTH, RATES = 16, 16, 40, (0.003, 0.01, 0.03, 0.1)
LEVELS = ((8, 2), (4, 2 * CHANNELS), (2, 2 * CHANNELS), (1, 2 * CHANNELS))  # nodes, their inputs
TARGETS, NETWORKS = ("tree", "different"), ("dense", "local", "convolution")


def values(random: np.random.Generator, kind: str, x: np.ndarray) -> np.ndarray:
    """Return a drawn tree's values; constituents are equal, or each node has its own."""
    low, high = np.array([[0.8, 0.8, 0.3, 0.2], [1.3, 1.3, 0.8, 0.4]])
    drawn = random.uniform(low, high, (VARIABLES - 1 if kind == "different" else 1, 4))
    drawn = np.broadcast_to(drawn, (VARIABLES - 1, 4)).T
    while x.shape[1] > 1:
        (a, b, product, offset), drawn = np.split(drawn, [x.shape[1] // 2], axis=1)
        left, right = x[:, ::2], x[:, 1::2]
        x = 0.5 + 0.5 * np.sin(np.pi * (a * left + b * right - product * left * right - offset))
    return x[:, 0]


class Tree(nn.Module):
    """A binary tree of nodes with weights of their own, or one set for each level."""

    def __init__(self, *, shared: bool) -> None:
        super().__init__()
        sizes = [(1 if shared else nodes, CHANNELS, inputs) for nodes, inputs in LEVELS]
        self.weights = nn.ParameterList([torch.randn(n) * (2 / n[2]) ** 0.5 for n in sizes])
        self.shifts = nn.ParameterList([torch.zeros(*n[:2], 1) for n in sizes])
        self.last = linear(CHANNELS, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the output for each row of variables; neighbours become inputs of a node."""
        channels = x.T
        for (nodes, inputs), *parts in zip(LEVELS, self.weights, self.shifts, strict=True):
            weights, shifts = (part.expand(nodes, -1, -1) for part in parts)
            channels = torch.baddbmm(shifts, weights, channels.reshape(nodes, inputs, -1)).relu()
        return self.last(channels[0].T)


def linear(inputs: int, outputs: int, gain: int = 2) -> nn.Linear:
    """Return a layer with normal weights of variance gain / inputs."""
    layer = nn.Linear(inputs, outputs)
    nn.init.normal_(layer.weight, std=(gain / inputs) ** 0.5)
    nn.init.zeros_(layer.bias)
    return layer


def network(kind: str) -> nn.Module:
    """Return an untrained network."""
    if kind != "dense":
        return Tree(shared=kind == "convolution")
    hidden = [(linear(n, WIDTH), nn.ReLU()) for n in (VARIABLES, WIDTH, WIDTH)]
    return nn.Sequential(*(step for pair in hidden for step in pair), linear(WIDTH, 1, 1))


def errors(kind: str, rate: float, run: int, x: Tensor, y: Tensor) -> tuple[float, float]:
    """Train at a rate; return the error of the examples that choose, and of those that judge."""
    torch.manual_seed(run)  # rates have the same first weights and batches
    model, batches = network(kind), torch.randint(TRAINED, (STEPS, BATCH))
    adam = torch.optim.Adam(model.parameters(), lr=rate)
    falling = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: min(1, 2 * (1 - step / STEPS)))
    for batch in batches:
        adam.zero_grad()
        nn.functional.mse_loss(model(x[batch])[:, 0], y[batch]).backward()
        adam.step()
        falling.step()
    squares = (model(x)[:, 0] - y).detach().square().nan_to_num(torch.inf)
    return squares[TRAINED:EXAMPLES].mean().item(), squares[EXAMPLES:].mean().item()


logs, rows = np.empty((len(TARGETS), len(NETWORKS), 2, RUNS)), {}
for place, run in np.ndindex(len(TARGETS), RUNS):
    random = np.random.default_rng(run)
    points = random.random((SCALED + EXAMPLES + JUDGED, VARIABLES))
    y = values(random, TARGETS[place], points)
    y = torch.from_numpy((y - y[:SCALED].mean()) / y[:SCALED].std()).float()[SCALED:]
    x = torch.from_numpy((points[SCALED:] - 0.5) * 12**0.5).float()
    for column, read in enumerate((x, x[:, random.permutation(VARIABLES)])):
        for row, kind in enumerate(NETWORKS):
            found = min(errors(kind, rate, run, read, y) for rate in RATES)
            logs[place, row, column, run] = np.log(found[1])
dense, local, convolution = logs[:, :, 0].swapaxes(0, 1)
for place, target in enumerate(TARGETS):
    for name, gap in zip(NETWORKS, np.diff(logs[place], axis=1)[:, 0], strict=True):
        rows[f"{target}_log_ratio_permuted_over_ordered_{name}"] = gap
    rows[f"{target}_log_ratio_dense_over_local"] = (dense - local)[place]
    rows[f"{target}_log_ratio_local_over_convolution"] = (local - convolution)[place]
rows["tree_locality_less_sharing"] = (dense + convolution - 2 * local)[0]
half = stats.t.ppf(0.975, RUNS - 1) * stats.sem(list(rows.values()), axis=1)
found = zip(rows, np.mean(list(rows.values()), axis=1), half, strict=True)
print(json.dumps({name: [mean, mean - error, mean + error] for name, mean, error in found}))
