"""Step ``train``: transformers with experts and dense ones on the same generated text."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils import parameters_to_vector
from torch.optim.lr_scheduler import LambdaLR

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.studies.experts.language_model.text import draw_grammar
from compsparse.studies.experts.language_model.transformer import Transformer
from compsparse.studies.experts.learning.network import RoutedLayer
from compsparse.studies.experts.learning.training import in_parts
from workflow_engine.device import Device
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    languages: int,
    concepts: int,
    classes: int,
    surprise: float,
    held_out: int,
    length: int,
    runs: int,
    hidden: int,
    heads: int,
    layers: int,
    arms: Mapping[str, RoutedLayer],
    rates: Sequence[float],
    steps: int,
    batch: int,
    offset_step: float,
    judged: int,
    checkpoints: Checkpoints = NOTHING_KEPT,
    device: Device = "cpu",
) -> Outputs:
    """Return nats above those of the rules, and the weights that validation chose.

    ``validation_<arm>`` and ``seen_<arm>`` [run, rate] are of seen pairs, ``held_out_<arm>`` of
    those held out, of a different language and subject each. What is drawn is drawn on the CPU.
    """
    draw = partial(generator, root_seed, *seed_names)

    def trained(replicate: int, name: str) -> dict[str, np.ndarray]:
        random = draw("grammar", replicate)
        grammar = draw_grammar(languages, concepts, classes, surprise, random)
        subjects = random.permutation(languages)
        out = (np.arange(languages) * languages + subjects)[:held_out]
        seen = np.setdiff1d(np.arange(languages**2), out)

        def written(kind: str, number: int) -> tuple[Tensor, float]:
            pairs, random = out if kind == "held_out" else seen, draw(kind, replicate)
            chosen = pairs[random.integers(len(pairs), size=number)]
            texts, nats = grammar.write(chosen, length, random)
            return torch.from_numpy(texts).to(device), nats

        texts, _ = written("batches", steps * batch)
        judging = {kind: written(kind, judged) for kind in ("validation", "seen", "held_out")}
        weight = torch.ones(2 * length + 1).to(device)
        weight[:2] = 0  # no rule predicts subject and first concept
        losses, weights = [], []
        for rate in rates:
            torch.manual_seed(int(draw("weights", name, replicate).integers(2**31)))
            sizes = grammar.vocabulary, 2 * length + 1, hidden, heads, layers
            model = Transformer(*sizes, arms[name], offset_step).to(device)
            optimizer = torch.optim.Adam(model.parameters(), lr=rate)
            schedule = LambdaLR(optimizer, constant_then_linear(1.0, steps))
            for part in torch.split(texts, batch):
                optimizer.zero_grad()
                _loss(model, part, weight).backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                schedule.step()
            with torch.inference_mode():
                above = [float(_loss(model, t, weight)) - nats for t, nats in judging.values()]
            losses.append(above)
            weights.append(parameters_to_vector(model.parameters()).detach().cpu().numpy())
        # an axis of one run
        by_rate = dict(zip(judging, np.stack(losses, axis=1)[:, None], strict=True))
        best = int(np.argmin(by_rate["validation"]))
        return {**by_rate, "weights": weights[best][None]}

    works = [(name, partial(trained, run, name)) for run in range(runs) for name in arms]
    found = in_parts(works, len(works), checkpoints)
    return {"model": {**found, "rates": np.array(rates)}}


def _loss(model: Transformer, texts: Tensor, weight: Tensor) -> Tensor:
    """Return the mean cross-entropy of the tokens that a rule predicts."""
    scores = model(texts[:, :-1])
    losses = torch.nn.functional.cross_entropy(scores.mT, texts[:, 1:], reduction="none")
    return (losses * weight).sum() / (weight.sum() * len(texts))
