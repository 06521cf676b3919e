"""Step ``train``: the attention-only model on stories, at several rates, all runs at once.

Its stories are texts of a fixed pool that have been read. It is asked for 1, 2 and 4 hops, 2^l of
them in layer l + 1, as in the document's mixture, but for those that would lead on from an answer:
who picked up what, with whom someone plays, where someone is, and these one after the other.
"""

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.composition import worlds
from compsparse.studies.composition.attention.model import read_out, theory_keys, written
from compsparse.studies.composition.story import words
from compsparse.studies.composition.story.stories import Stories, read_stories
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_FLOOR = 1e-6  # under the logarithm: no answer has the weight 0
_BETAS = (0.9, 0.99)
_LAYERS = layers_needed(words.FOLDS)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the layers of the best rate, [run, layer, token, token], and the permutations.

    Params: rates; steps; sequences, stories of a step; initial_scale, of the weights. Validation
    chooses the rate at which most stories are answered; ``validation`` [rate] are these shares.
    """
    given = read_named_axes(
        single(inputs, "hidden"), {"hidden": Int64[np.ndarray, "run fold symbol"]}
    )["hidden"]
    task = worlds.Task(params, given)
    symbols = given.shape[2]
    path = single(inputs, "stories")
    pool, held_out = (
        [_read(of, hidden) for of, hidden in zip(stories, task.hidden, strict=True)]
        for stories in (read_stories(path, part, symbols) for part in ("training", "validation"))
    )
    start = _first_weights(params, task)
    trained = [_trained(rate, params, task, start, np.stack(pool)) for rate in params["rates"]]
    read, answers = task.answered(_randoms(params, "validation", task), np.stack(held_out))
    with torch.no_grad():
        shares = [
            float(
                (_asked(task, layers, read, _LAYERS - 1).argmax(-1) == answers[-1])[:, :, 0]
                .to(torch.float64)
                .mean()
            )
            for layers in trained
        ]
    best = trained[int(np.argmax(shares))]
    return {
        "model": {
            "layers": torch.stack(best, dim=1).numpy(),
            "hidden": task.hidden,
            "rate": np.array(params["rates"], dtype=np.float64),
            "validation": np.array(shares),
        }
    }


def _trained(
    rate: float,
    params: Params,
    task: worlds.Task,
    start: list[Tensor],
    pool: Int64[np.ndarray, "run story fold n"],
) -> list[Float32[Tensor, "run token token"]]:
    layers = [layer.clone().requires_grad_() for layer in start]
    optimizer = torch.optim.Adam(layers, lr=rate, betas=_BETAS)
    randoms = _randoms(params, "stories", task)
    for _ in range(params["steps"]):
        chosen = [random.integers(pool.shape[1], size=params["sequences"]) for random in randoms]
        told = np.stack([of_run[index] for of_run, index in zip(pool, chosen, strict=True)])
        read, answers = task.answered(randoms, told)
        optimizer.zero_grad(set_to_none=True)
        total = torch.zeros(())
        for hop in range(_LAYERS):
            # from later indices, so many hops would lead on from an answer
            asked = slice(0, words.FOLDS - 2**hop + 1)
            weights = _asked(task, layers, read, hop)[:, :, asked]
            right = weights.gather(-1, answers[hop][:, :, asked, :, None])[..., 0]
            # a sum over runs, so that each is trained as if it were alone
            total = total - (right + _FLOOR).log().mean(dim=(1, 2, 3)).sum()
        total.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return [layer.detach() for layer in layers]


def _asked(
    task: worlds.Task,
    layers: list[Float32[Tensor, "run token token"]],
    read: Int64[Tensor, "run story fold n"],
    hop: int,
) -> Float32[Tensor, "run story fold n n"]:
    outs = written(layers, read)
    return read_out(outs[task.read_in(hop, len(layers))], hop, words.FOLDS)


def _read(
    stories: Stories, hidden: Int64[np.ndarray, "fold n"]
) -> Int64[np.ndarray, "story fold n"]:
    return words.read_as(stories.relations, hidden)


def _randoms(params: Params, role: str, task: worlds.Task) -> list[np.random.Generator]:
    names = params["root_seed"], *params["seed_names"], role
    return [generator(*names, run) for run in range(len(task.hidden))]


def _first_weights(params: Params, task: worlds.Task) -> list[Tensor]:
    """Return the layers [run, token, token] with which each rate begins."""
    shape = _LAYERS, task.tokens, task.tokens
    drawn = np.stack(
        [random.standard_normal(shape) for random in _randoms(params, "weights", task)], axis=1
    )
    start = torch.from_numpy((params["initial_scale"] * drawn).astype(np.float32))
    return task.first_layers(list(start), theory_keys(torch.from_numpy(task.hidden), _LAYERS))
