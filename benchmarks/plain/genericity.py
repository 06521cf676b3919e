"""Boolean functions on 11 bits, learned from three eighths of their values (half of a table).

Document 000, 'Genericity and Optimization'. Five random functions, majority and parity; a network
of two hidden layers for each function and rate; an eighth chooses the rate, the other half judges.
"""

import json
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (5, 2000)
BITS, FUNCTIONS, WIDTH, RATES, BATCH = 11, 5, 64, (0.001, 0.003, 0.01), 64


def network(inputs: int, width: int) -> nn.Sequential:
    """Return a network of two hidden layers."""
    layers = [nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(width, 1))


def right_signs(x: Tensor, y: Tensor, seen: Tensor, rate: float) -> Tensor:
    """Train on the rows seen; say of every row whether its sign is right."""
    model = network(BITS, WIDTH)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    for _ in range(STEPS):
        batch = seen[torch.randint(len(seen), (BATCH,))]
        loss = nn.functional.mse_loss(model(x[batch])[:, 0], y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        return model(x)[:, 0].sign() == y


def main() -> None:
    """Print the shares of right signs, by kind of function."""
    torch.manual_seed(0)
    number = 2**BITS
    x = 1 - 2.0 * ((torch.arange(number)[:, None] >> torch.arange(BITS)) & 1)
    named = ["random"] * FUNCTIONS + ["majority", "parity"]
    rows: dict[str, list[float]] = {}
    for _ in range(RUNS):
        random = 1 - 2.0 * torch.randint(2, (FUNCTIONS, number))
        targets = [*random, x.sum(1).sign(), x.prod(1)]
        seen, validation, unseen = torch.randperm(number).split(
            [number * 3 // 8, number // 8, number // 2]
        )
        found: dict[str, list[float]] = {}
        for name, y in zip(named, targets, strict=True):
            trained = [right_signs(x, y, seen, rate) for rate in RATES]
            best = max(trained, key=lambda right: right[validation].float().mean().item())
            found.setdefault(f"{name}_seen", []).append(best[seen].float().mean().item())
            found.setdefault(f"{name}_unseen", []).append(best[unseen].float().mean().item())
        for name, shares in found.items():
            rows.setdefault(name, []).append(float(np.mean(shares)))
    result = {}
    for name in ("random_unseen", "random_seen", "majority_unseen", "parity_unseen"):
        mean, error = np.mean(rows[name]), stats.sem(rows[name])
        half = stats.t.ppf(0.975, RUNS - 1) * error
        result[name] = [mean, mean - half, mean + half]
    print(json.dumps(result))


if __name__ == "__main__":
    main()
