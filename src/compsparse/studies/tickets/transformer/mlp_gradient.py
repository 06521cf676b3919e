"""The gradient of MLPs with everything else frozen, by hand: what rounds spend their time on."""

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.frozen import Frozen
from compsparse.studies.tickets.transformer.model import Views, mlp, normalized

_EPSILON = 1e-5  # added to variances, torch's default


def mlp_logits(weights: Views, fixed: Frozen) -> Float32[Tensor, "network row output"]:
    """Return the logit of each output bit."""
    stream = fixed.stream + mlp(weights, fixed.read)
    return torch.baddbmm(fixed.readout_bias, normalized(stream), fixed.readout)


class MlpGradient:
    """Gradients of the cross-entropy, a mean over rows and a sum over outputs, of all networks.

    Buffers are reused: allocation costs as much as the arithmetic.
    """

    def __init__(
        self, parameters: Parameters, gradient: Parameters, rows: int, outputs: int
    ) -> None:
        """Allocate buffers for batches of ``rows``; ``gradient`` is overwritten by every call."""
        self._weights, self._gradient = parameters.views, gradient.views
        networks, width, hidden = self._weights["up"].shape
        self._hidden = torch.empty(networks, rows, hidden)
        self._to_hidden = torch.empty(networks, rows, hidden)
        self._stream = torch.empty(networks, rows, width)
        self._spare = torch.empty(networks, rows, width)
        self._logits = torch.empty(networks, rows, outputs)

    def __call__(self, batch: Frozen) -> None:
        """Overwrite the gradient with that of a batch."""
        weights, gradient = self._weights, self._gradient
        hidden, normal, spare = self._hidden, self._stream, self._spare
        torch.baddbmm(weights["up_shift"][:, None], batch.read, weights["up"], out=hidden)
        hidden.clamp_(min=0)
        torch.baddbmm(batch.stream, hidden, weights["down"], out=normal)
        normal.add_(weights["down_shift"][:, None])
        normal.sub_(normal.mean(dim=2, keepdim=True))
        torch.mul(normal, normal, out=spare)
        inverse = spare.mean(dim=2, keepdim=True).add_(_EPSILON).rsqrt_()
        normal.mul_(inverse)
        torch.baddbmm(batch.readout_bias, normal, batch.readout, out=self._logits)
        self._logits.sigmoid_().sub_(batch.labels).mul_(1 / batch.labels.shape[1])
        torch.bmm(self._logits, batch.readout.mT, out=spare)
        along = (spare * normal).mean(dim=2, keepdim=True)
        spare.sub_(spare.mean(dim=2, keepdim=True))
        spare.addcmul_(normal, along, value=-1).mul_(inverse)
        torch.bmm(hidden.mT, spare, out=gradient["down"])
        torch.sum(spare, dim=1, out=gradient["down_shift"])
        torch.bmm(spare, weights["down"].mT, out=self._to_hidden)
        self._to_hidden.mul_(hidden > 0)
        torch.bmm(batch.read.mT, self._to_hidden, out=gradient["up"])
        torch.sum(self._to_hidden, dim=1, out=gradient["up_shift"])
