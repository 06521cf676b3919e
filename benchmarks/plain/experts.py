"""Experts on combinations of maps that have nothing in common (document 000, section 29.3)."""

import json
import sys

import torch
from scipy import stats
from torch import Tensor, nn

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (3, 1000)
CODES, LAYERS, NUMBER, HELD_OUT, DIMENSION, GAIN = 3, 3, 27, 5, 4, 1.5
RATES, BATCH, JUDGED = (0.005, 0.02, 0.08, 0.32), 128, 64
ALL, OWN = [(0, 9)], [(0, 3), (3, 6), (6, 9)]
METHODS = {  # experts of a layer, codes that layers see, units of an expert: equal parameters
    "own": (CODES, OWN, 24),
    "free": (CODES, ALL * LAYERS, 23),
    "flat": (CODES * LAYERS, ALL, 23),
    "pieces": (NUMBER, ALL, 6),
    "full_pieces": (NUMBER, ALL, 24),  # but of this one
    "dense_all": (0, ALL * LAYERS, 37),
}


class Layer(nn.Module):
    """Experts weighed by a softmax of the codes it sees, or a dense layer that reads them."""

    def __init__(self, experts: int, sees: tuple[int, int], width: int) -> None:
        super().__init__()
        self.sees, self.experts = slice(*sees), experts
        number, codes = max(experts, 1), sees[1] - sees[0]
        self.lower = nn.Linear(DIMENSION + (0 if experts else codes), number * width)
        self.upper = nn.Parameter((2 * torch.rand(number * width, DIMENSION) - 1) / width**0.5)
        self.bias = nn.Parameter(torch.zeros(number, DIMENSION))
        if experts:
            self.router = nn.Linear(codes, experts)
            for weights in self.router.parameters():
                nn.init.normal_(weights, std=0.5)

    def forward(self, values: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the outputs [example, d] for inputs and codes, and the codes for the next one."""
        (z, codes), seen = values, values[1][:, self.sees]
        if not self.experts:
            return torch.relu(self.lower(torch.cat([z, seen], 1))) @ self.upper + self.bias, codes
        gates = torch.softmax(self.router(seen), dim=1)
        hidden = torch.relu(self.lower(z)).unflatten(1, (self.experts, -1)) * gates[..., None]
        return hidden.flatten(1) @ self.upper + gates @ self.bias, codes


def examples(chosen: Tensor, linear: Tensor, offsets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return inputs, codes and targets of some combinations."""
    x = y = torch.randn(len(chosen), DIMENSION)
    for turn, offset in zip(linear, offsets, strict=True):
        y = torch.tanh((turn[chosen] @ y[..., None])[..., 0] + offset[chosen])
    places = (chosen[:, None] // CODES ** torch.arange(LAYERS)) % CODES
    return x, nn.functional.one_hot(places, CODES).flatten(1).float(), y


def trained(network: tuple, rate: float, batches: tuple[Tensor, ...]) -> nn.Sequential:
    """Return a network after its training; the rate is constant for half of it, then falls."""
    layers = nn.Sequential(*(Layer(network[0], block, network[2]) for block in network[1]))
    adam = torch.optim.Adam(layers.parameters(), lr=rate)
    falling = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: min(1, 2 * (1 - step / STEPS)))
    for x, codes, y in zip(*(part.split(BATCH) for part in batches), strict=True):
        adam.zero_grad()
        nn.functional.mse_loss(layers((x, codes))[0], y).backward()
        adam.step()
        falling.step()
    return layers


@torch.no_grad()
def errors(layers: nn.Sequential, x: Tensor, codes: Tensor, y: Tensor) -> Tensor:
    """Return the error of each combination over the variance."""
    squares = (layers((x, codes))[0] - y).square().mean(1) / y.var(0).mean()
    return squares.view(NUMBER, JUDGED).mean(1).nan_to_num(torch.inf)


def main() -> None:
    """Print log ratios of errors on seen combinations over those of three routed layers."""
    torch.manual_seed(0)
    logs, result = {method: torch.empty(RUNS) for method in METHODS}, {}
    for run in range(RUNS):
        turns = GAIN * torch.linalg.qr(torch.randn(LAYERS, NUMBER, DIMENSION, DIMENSION))[0]
        maps = turns, GAIN * 0.3 * torch.randn(LAYERS, NUMBER, DIMENSION)
        seen, every = torch.randperm(NUMBER)[HELD_OUT:], torch.arange(NUMBER)
        batches = examples(seen[torch.randint(len(seen), (STEPS * BATCH,))], *maps)
        judged = [examples(every.repeat_interleave(JUDGED), *maps) for _ in range(2)]
        for method, network in METHODS.items():
            models = [trained(network, rate, batches) for rate in RATES]
            found = [[errors(model, *part)[seen] for part in judged] for model in models]
            logs[method][run] = min(found, key=lambda pair: pair[0].mean().item())[1].log().mean()
    for name in ("flat", "pieces", "dense_all"):
        rows = logs[name] - logs["free"]
        mean, half = rows.mean().item(), stats.t.ppf(0.975, RUNS - 1) * stats.sem(rows)
        result[f"{name}_over_free"] = [mean, mean - half, mean + half]
    print(json.dumps(result))


if __name__ == "__main__":
    main()
