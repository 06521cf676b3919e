"""Step ``train`` on a fixed sample in full batches, with a factor embedding (004, equation (4))."""

from collections.abc import Sequence
from functools import partial

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.estimation import train_fixed_sample
from compsparse.studies.factorial.training import networks
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    hidden_ratio: int,
    layers: int,
    learning_rate: float,
    schedule: networks.Schedule,
    steps: int,
    logged_steps: int,
    variants: Sequence[train_fixed_sample.Variant],
    world: World | None = None,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train as ``train_fixed_sample`` does, on the same pairs, with a fixed factor embedding."""
    recipe = networks.Recipe(
        root_seed, seed_names, hidden_ratio, layers, learning_rate, schedule, steps, logged_steps
    )
    settings = [partial(setting, variant=variant) for variant in variants]
    return networks.train_networks(
        inputs, recipe, world, variants, settings, checkpoints, learned_embedding=False
    )


def setting(
    ensemble: networks.Ensemble, *, variant: train_fixed_sample.Variant
) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    embeddings = ensemble.factor_embeddings()
    return train_fixed_sample.setting(ensemble, variant=variant, embeddings=embeddings)
