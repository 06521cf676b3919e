"""The layered network as one would write it first: a layer each, autograd, torch's optimizers.

One network at a time. It is the other side of ``benchmarks/regime`` and is not used elsewhere.
"""

from itertools import pairwise

import torch
from torch import Tensor, nn


class PlainNetwork(nn.Module):
    """17 identity, 4 Gaussian and 1 sine unit in each of 12 hidden layers."""

    def __init__(self) -> None:
        super().__init__()
        sizes = [4, *[22] * 12, 3]
        pairs = pairwise(sizes)
        self.layers = nn.ModuleList(nn.Linear(below, above, bias=False) for below, above in pairs)

    def forward(self, inputs: Tensor) -> Tensor:
        """Return red, green, blue of pixels [pixel, input]."""
        values = inputs
        for layer in self.layers[:-1]:
            identity, gaussian, sine = layer(values).split([17, 4, 1], dim=1)
            curved = [2 * torch.exp(-(gaussian**2)) - 1, torch.sin(sine)]
            values = torch.cat([identity, *curved], dim=1)
        hue, saturation, brightness = self.layers[-1](values).unbind(1)
        s, v = saturation.clamp(0, 1), brightness.abs().clamp(max=1)
        sixths = 6 * torch.remainder(hue, 1)
        channels = []
        for offset in (5, 3, 1):
            k = torch.remainder(offset + sixths, 6)
            channels.append(v - v * s * torch.minimum(k, 4 - k).clamp(0, 1))
        return torch.stack(channels, dim=1)


class PlainTraining:
    """Adam on the mean squared error of the same pixels in every step.

    The recipe of the networks that come with the evolved ones divides the gradient by its norm.
    """

    def __init__(self, pixels: int, *, normalised: bool = False) -> None:
        self._network = PlainNetwork()
        self._inputs, self._wanted = torch.rand(pixels, 4), torch.rand(pixels, 3)
        self._optimizer = torch.optim.Adam(self._network.parameters(), lr=1e-4)
        self._normalised = normalised

    def step(self) -> None:
        """Do one update."""
        loss = ((self._network(self._inputs) - self._wanted) ** 2).mean()
        self._optimizer.zero_grad()
        loss.backward()
        if self._normalised:
            gradients = [w.grad for w in self._network.parameters() if w.grad is not None]
            norm = torch.linalg.vector_norm(
                torch.cat([gradient.flatten() for gradient in gradients])
            )
            for gradient in gradients:
                gradient /= norm
        self._optimizer.step()


def plain_muon(iterations: int) -> torch.optim.Muon:
    """Return torch's Muon on the 11 matrices between hidden layers, with gradients."""
    matrices = [nn.Parameter(torch.randn(22, 22)) for _ in range(11)]
    for matrix in matrices:
        matrix.grad = torch.randn(22, 22)
    return torch.optim.Muon(matrices, lr=1e-4, weight_decay=0.0, ns_steps=iterations)
