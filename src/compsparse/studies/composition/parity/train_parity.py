"""Step ``train``: ReLU networks on k-sparse parity, in one pass over fresh examples.

Adam on the logistic loss of every label. The mixture labels products of fewer inputs beside the
parity, hard data alone the parity; all else is the same. A training ends when validation finds at
most 1 % wrong in every run.
"""

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812, the name it has everywhere
from jaxtyping import Float64
from torch import Tensor

from compsparse.studies.composition.attention.train_attention_only import logged
from compsparse.studies.composition.growth import needed
from compsparse.studies.composition.parity.examples import examples, labelled_degrees
from compsparse.studies.composition.parity.network import first_weights, outputs, sizes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

_TESTS = ("validation", "accuracy")
_DONE = 0.99


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return accuracy and validation of the parity, [rate, run, look].

    Params: data, mixture or hard_only; degree; inputs, d; runs; rates; steps; examples, of a step;
    width and layers of the networks; looks; judged, examples of each look; learned, the validation
    that counts. ``step`` is [look]; after its end a training has its last scores.
    """
    names = params["root_seed"], *params["seed_names"]
    degree, d = params["degree"], params["inputs"]

    def randoms(role: str) -> list[np.random.Generator]:
        return [generator(*names, role, run) for run in range(params["runs"])]

    def drawn(of: list[np.random.Generator], number: int) -> tuple[Tensor, Tensor]:
        return examples(of, number, d, degree, params.get("world", "none"))

    tests = [drawn(randoms(name), params["judged"]) for name in _TESTS]
    labelled = {"mixture": slice(None), "hard_only": slice(-1, None)}[params["data"]]
    maps = sizes(d, params["width"], params["layers"], len(labelled_degrees(degree)))
    looks = sorted(logged(params["steps"], params["looks"]) - {0})
    found = np.empty((len(_TESTS), len(params["rates"]), params["runs"], len(looks)))
    soonest = np.full(params["runs"], np.inf)
    for place, rate in enumerate(params["rates"]):
        weights = [of.requires_grad_() for of in first_weights(maps, randoms("weights"))]
        optimizer = torch.optim.Adam(weights, lr=rate, fused=True)
        stream = randoms("examples")
        for step in range(1, params["steps"] + 1):
            x, labels = drawn(stream, params["examples"])
            margin = (outputs(weights, x) * labels)[..., labelled]
            optimizer.zero_grad(set_to_none=True)
            # a sum over runs, so that each is trained as if it were alone
            loss = F.softplus(-margin).mean() * params["runs"]
            loss.backward()
            optimizer.step()
            if step in looks:
                scores = np.stack([_accuracy(weights, *test) for test in tests])
                found[:, place, :, looks.index(step) :] = scores[..., None]
                if (scores[0] >= _DONE).all() or step >= soonest.max():
                    break
        waits = [needed(np.array(looks), of, params["learned"]) for of in found[0, place]]
        soonest = np.fmin(soonest, waits)
    return {
        "model": {
            "step": np.array(looks),
            "rate": np.array(params["rates"], dtype=np.float64),
            **dict(zip(_TESTS, found, strict=True)),
        }
    }


@torch.no_grad()
def _accuracy(weights: list[Tensor], x: Tensor, labels: Tensor) -> Float64[np.ndarray, " run"]:
    right = (outputs(weights, x) * labels)[..., -1] > 0
    return right.to(torch.float64).mean(dim=1).numpy()
