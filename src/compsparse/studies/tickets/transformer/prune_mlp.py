"""Step ``prune``: rounds of magnitude pruning of the MLP, each followed by as long a training.

The rest of the transformer stays frozen, so that nothing but the MLP can make up for what is
pruned. A round is as long as the dense training: shorter ones mistake slow for unprunable.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.transformer.examples import Examples, Recipe, accuracy
from compsparse.studies.tickets.transformer.frozen import frozen_part, read_model
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS, prune, round_densities
from compsparse.studies.tickets.transformer.mlp_round import MlpRound, mlp_logits
from compsparse.studies.tickets.transformer.model import MLP
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_SCORED = ("validation", "test")


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    heads: int,
    step: float,
    rounds: int,
    tolerance: float,
    rate: float,
) -> Outputs:
    """Return densities [round] and accuracies [run, task, round] on validation and test.

    Round 0 is the dense network. Accuracies after the first round that falls short are NaN.

    Inputs: examples; model.

    Args:
        recipe: as of the dense training, and ``rate``.
        step: fraction of the remaining weights that a round prunes.
        tolerance: loss of validation accuracy that counts as none; what loses more is not pruned
            any further.

    Raises:
        ValueError: a density at which a layer is empty.
        FloatingPointError: a training diverged.
    """
    examples, model = Examples(single(inputs, "examples")), read_model(single(inputs, "model"))
    learned = frozen_part(examples, model, heads, "learned")
    scored = {part: frozen_part(examples, model, heads, part) for part in _SCORED}
    randoms = [generator(root_seed, *seed_names, "batches", run) for run in range(examples.runs)]
    batches = examples.batches(randoms, recipe.batch)
    schedule = constant_then_linear(rate, recipe.steps)
    densities = round_densities(step, rounds)
    networks = len(examples.network_runs)
    found = {part: np.full((networks, len(densities)), np.nan) for part in _SCORED}
    # the networks that are still pruned, their MLPs and masks
    active = np.arange(networks)
    weights = {name: model[name] for name in MLP}
    masks = {name: np.ones_like(model[name], np.bool_) for name in MLP_WEIGHTS}
    for number, density in enumerate(densities):
        if number > 0:
            masks = prune({name: np.abs(weights[name]) for name in MLP_WEIGHTS}, masks, density)
            training = MlpRound(weights, masks, learned, active, l1=recipe.l1)
            for update, drawn in zip(range(recipe.steps), batches, strict=False):
                training.update(drawn[examples.network_runs[active]], schedule(update))
            weights = training.weights()
        for part, accuracies in found.items():
            frozen = scored[part].select(active)
            accuracies[active, number] = accuracy(mlp_logits(weights, frozen), frozen.labels)
        validation = found["validation"]
        stays = validation[active, number] >= validation[active, 0] - tolerance
        if not stays.any():
            break
        active = active[stays]
        weights = {name: values[stays] for name, values in weights.items()}
        masks = {name: mask[stays] for name, mask in masks.items()}
    shape = (examples.runs, examples.tasks, -1)
    scores = {part: accuracies.reshape(shape) for part, accuracies in found.items()}
    return {"model": {"density": np.array(densities), **scores}}
