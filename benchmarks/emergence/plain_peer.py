"""Online SGD as one would write it first: autograd, an optimizer, one seed, one step at a time."""

import torch


class PlainOnlineTraining:
    """A two-layer student of h_4 that learns a teacher of orthogonal directions online."""

    def __init__(self, dimension: int, directions: int, neurons: int, samples: int) -> None:
        """Draw the student; the teacher's directions are the first coordinate axes."""
        self.samples = samples
        self.amplitudes = torch.arange(1, directions + 1) ** -1.0
        self.weights = torch.nn.Parameter(0.01 * torch.randn(neurons, dimension))
        self.optimizer = torch.optim.SGD([self.weights], lr=1e-5)

    def step(self) -> None:
        """Do one update on fresh samples."""
        x = torch.randn(self.samples, self.weights.shape[1])
        label = hermite_4(x[:, : len(self.amplitudes)]) @ self.amplitudes
        norms = self.weights.norm(dim=1)
        output = hermite_4(x @ self.weights.T / norms) @ norms**2
        loss = ((output - label) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()


def hermite_4(z: torch.Tensor) -> torch.Tensor:
    """Return the normalized Hermite polynomial of order 4."""
    return (z**4 - 6 * z**2 + 3) / 24**0.5
