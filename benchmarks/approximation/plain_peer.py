"""Networks as one would write them first: torch's modules, autograd, one network at a time.

Their mathematics is that of ``compsparse.ensembles.wirings``. They are the other side of
``benchmarks/approximation`` and are not used elsewhere.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

# of each level: weights [node, output, input] and biases [node, output]
Weights = Sequence[tuple[Tensor, Tensor]]


class Nodes(nn.Module):
    """A level of a tree: a linear layer for each node, which reads its own part of the numbers."""

    def __init__(self, weights: Tensor, biases: Tensor) -> None:
        super().__init__()
        self.nodes = nn.ModuleList(map(linear, weights, biases))

    def forward(self, values: Tensor) -> Tensor:
        """Return [example, number] of all nodes, side by side."""
        parts = values.chunk(len(self.nodes), dim=1)
        found = [node(part) for node, part in zip(self.nodes, parts, strict=True)]
        return torch.cat(found, dim=1)


class LevelwiseTree(nn.Module):
    """A tree with one product of matrices for each level; its examples are columns."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights = nn.ParameterList(values.clone() for values, _ in weights)
        self.biases = nn.ParameterList(values[..., None].clone() for _, values in weights)

    def forward(self, inputs: Tensor) -> Tensor:
        """Return the outputs [example] for inputs [variable, example]."""
        values = inputs
        for place, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            if place > 0:
                values = values.relu()
            nodes, _, read = weights.shape
            values = torch.baddbmm(biases, weights, values.view(nodes, read, -1))
        return values[0, 0]


def plain_tree(weights: Weights) -> nn.Sequential:
    """Return a tree network, of inputs [example, variable]; outputs are [example]."""
    return _with_relus([Nodes(*level) for level in weights])


def plain_dense(weights: Weights) -> nn.Sequential:
    """Return a dense network, of inputs [example, variable]; outputs are [example]."""
    return _with_relus([linear(values[0], biases[0]) for values, biases in weights])


def linear(weights: Tensor, biases: Tensor) -> nn.Linear:
    """Return the layer of weights [output, input]."""
    layer = nn.Linear(weights.shape[1], weights.shape[0])
    layer.load_state_dict({"weight": weights, "bias": biases})
    return layer


def _with_relus(layers: list[nn.Module]) -> nn.Sequential:
    hidden = [part for layer in layers[:-1] for part in (layer, nn.ReLU())]
    return nn.Sequential(*hidden, layers[-1], nn.Flatten(0))


class PlainTraining:
    """Adam, with torch's defaults but for ``fused``, on mean squared errors."""

    def __init__(self, model: nn.Module, rate: float, *, fused: bool) -> None:
        self.model = model
        self._optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=fused)

    def update(self, inputs: Tensor, targets: Tensor) -> None:
        """Do one update on a batch, whose targets are [example]."""
        loss = nn.functional.mse_loss(self.model(inputs), targets)
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
