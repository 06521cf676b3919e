"""Step ``train`` on a fixed sample of pairs, passed over many times (document 004, Example 2)."""

import numpy as np
import torch
from jaxtyping import Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.network import architecture, gradient, sampled_target
from compsparse.studies.factorial.training import networks, stacked_datasets
from compsparse.studies.factorial.training.observed_pairs import observe_pairs, smoothed_losses
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train on the pairs of ``observe_pairs``, with a learned embedding, in full batches.

    ``validation_<i>`` and ``population_<i>`` are the losses of the prediction mixed with the
    uniform distribution with the weight i of ``params["smoothing"]``; ``loss`` is the population
    loss with the first one. Params: also those of ``observe_pairs``, and restart. Other params,
    outputs and errors: see ``networks.train_networks``.
    """
    return networks.train_networks(
        inputs, params, setting, learned_embedding=True, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    pairs = [observe_pairs(run.dataset, run.name, run.replicate, params) for run in data.runs]
    target = sampled_target.SampledTarget(len(pairs), shape.inputs, shape.outputs)
    target.observe(
        np.stack([of_run.training[0] for of_run in pairs]),
        np.stack([of_run.training[1] for of_run in pairs]),
    )

    def evaluate() -> Losses:
        views = parameters.views
        logits = (
            architecture.hidden_states(shape, views, views[architecture.INPUT_EMBEDDING]).double()
            @ views[architecture.OUTPUT_EMBEDDING].double()
        )
        predictions = torch.softmax(logits, dim=2).numpy()
        losses = [
            smoothed_losses(prediction, of_run, params["smoothing"])
            for prediction, of_run in zip(predictions, pairs, strict=True)
        ]
        by_name = {name: np.array([row[name] for row in losses]) for name in losses[0]}
        return {"loss": by_name["population_0"], **by_name}

    def column(value: int) -> Int64[np.ndarray, " run"]:
        return np.full(len(pairs), value, dtype=np.int64)

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target),
        next_batch=lambda: None,
        evaluate=evaluate,
        examples_per_step=len(pairs[0].training[0]),
        columns={"samples": column(params["samples"]), "restart": column(params["restart"])},
    )
