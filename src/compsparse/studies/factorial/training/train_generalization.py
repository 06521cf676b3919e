"""Step ``train`` on some of the inputs, judged on the others (document 004, Section 4.4)."""

from dataclasses import dataclass
from functools import partial

from compsparse.studies.factorial.training import input_split, networks, seen_inputs
from workflow_engine.steps import Inputs


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant):
    """A network of the job; its fractions replace those of the job."""

    seen_fraction: float | None = None
    held_out_fraction: float | None = None


@networks.trains(learned_embedding=False)
def run(
    inputs: Inputs,
    variant: Variant,
    *,
    seen_fraction: float | None = None,
    held_out_fraction: float = 0.0,
) -> networks.MakeSetting:
    """Train with exact probabilities on a random fraction of the inputs, embedding fixed.

    ``loss`` is the mean divergence over the unseen inputs, ``train_loss`` over the seen ones, and
    ``held_out_loss`` over those held out: runs of all seen fractions are judged by the same inputs.
    The inputs seen at a small fraction are also seen at a larger one.

    The model also holds the fixed ``input_embedding``, ``history`` the ``seen`` inputs (1 or 0) and
    the ``final_divergence`` of every input.
    """
    seen = seen_fraction if variant.seen_fraction is None else variant.seen_fraction
    held_out = held_out_fraction if variant.held_out_fraction is None else variant.held_out_fraction
    if seen is None:
        raise ValueError("seen_fraction is missing; give one to the job or to every variant.")
    return partial(setting, seen_fraction=seen, held_out_fraction=held_out)


def setting(
    ensemble: networks.Ensemble, *, seen_fraction: float, held_out_fraction: float = 0.0
) -> networks.Setting:
    """Return the gradient and the losses of this way of training.

    Args:
        ensemble: untrained.
        seen_fraction: of the inputs, (P10), rounded to a whole number of them.
        held_out_fraction: of the inputs, seen at no ``seen_fraction``.
    """
    split = input_split.split_inputs(
        ensemble.shape.inputs,
        ensemble.generators("split"),
        seen_fraction=seen_fraction,
        held_out_fraction=held_out_fraction,
    )
    return seen_inputs.setting(ensemble, split, ensemble.factor_embeddings(), keep_final=True)
