"""Generalization: smaller statistical complexity reaches unseen inputs sooner (Figure 7)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.histories import learning_speed


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the loss on unseen inputs beside the one on seen ones.

    See ``learning_speed.evaluate``.
    """
    return learning_speed.evaluate(
        inputs,
        params,
        result="factorial_generalization_complexity",
        losses=("loss", "train_loss"),
    )
