"""A layer of experts: small networks of one hidden layer side by side, weighed by gates.

Many networks stand on the first axis. All is products of matrices in numpy, whose bytes are the
same on all x86-64 machines. Inputs carry a column of ones, so that biases are weights.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

Shapes = dict[str, tuple[int, ...]]  # of the weights of one network, by name
Weights = dict[str, Float32[np.ndarray, "net ..."]]


class Experts:
    """Experts of equal width, sum_e g_e (W2_e relu(W1_e x) + b2_e), and the gradient of it.

    Without gates all have the weight 1, so that one expert is a dense layer.

    Attributes:
        shapes: of the weights in one network, by name.
    """

    def __init__(self, inputs: int, experts: int, width: int, outputs: int) -> None:
        """``inputs`` is their number without the column of ones, ``width`` that of an expert."""
        hidden = experts * width
        self.shapes: Shapes = {
            "lower": (inputs + 1, hidden),
            "upper": (hidden, outputs),
            "bias": (experts, outputs),
        }
        # spreads a gate over the units of its expert, and sums over them
        self._spread = np.kron(np.eye(experts), np.ones((1, width))).astype(np.float32)

    def forward(
        self,
        weights: Weights,
        x: Float32[np.ndarray, "net batch inputs"],
        gates: Float32[np.ndarray, "net batch expert"] | None,
    ) -> Float32[np.ndarray, "net batch outputs"]:
        """Return the outputs; keeps what the gradient needs."""
        hidden = x @ weights["lower"]
        np.maximum(hidden, 0, out=hidden)
        self._x, self._hidden, self._gates = x, hidden, gates
        if gates is None:
            self._gated = hidden
            return np.asarray(hidden @ weights["upper"] + weights["bias"].sum(1, keepdims=True))
        self._factor = gates @ self._spread
        self._gated = hidden * self._factor
        outputs = self._gated @ weights["upper"]
        outputs += gates @ weights["bias"]
        return np.asarray(outputs)

    def backward(
        self,
        weights: Weights,
        gradient: Weights,
        slope: Float32[np.ndarray, "net batch outputs"],
        *,
        below: bool,
    ) -> tuple[
        Float32[np.ndarray, "net batch inputs"] | None,
        Float32[np.ndarray, "net batch expert"] | None,
    ]:
        """Write the gradient for slopes of the loss in the outputs.

        Returns:
            Slopes in the inputs, if they are asked for by ``below``, and in the gates, if any.
        """
        np.matmul(self._gated.mT, slope, out=gradient["upper"])
        passed = slope @ weights["upper"].mT
        gate_slope = None
        if self._gates is None:
            gradient["bias"][:] = slope.sum(1, keepdims=True)
        else:
            np.matmul(self._gates.mT, slope, out=gradient["bias"])
            gate_slope = (passed * self._hidden) @ self._spread.T
            gate_slope += slope @ weights["bias"].mT
            passed *= self._factor
        passed *= self._hidden > 0
        np.matmul(self._x.mT, passed, out=gradient["lower"])
        return (passed @ weights["lower"].mT if below else None), gate_slope


def lay_out(
    shapes: Sequence[Shapes], networks: int
) -> tuple[Float32[np.ndarray, "net parameter"], list[Weights]]:
    """Return zeros for the parameters of each network, and views on them, part by part."""
    sizes = [int(np.prod(shape)) for part in shapes for shape in part.values()]
    flat = np.zeros((networks, sum(sizes)), dtype=np.float32)
    columns = iter(np.split(flat, np.cumsum(sizes)[:-1], axis=1))
    views = [
        {name: next(columns).reshape(networks, *shape) for name, shape in part.items()}
        for part in shapes
    ]
    return flat, views
