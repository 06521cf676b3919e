"""Step ``train`` on a fixed sample in full batches, with a learned embedding (004, Section 3.2)."""

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.estimation import fixed_sample
from compsparse.studies.factorial.network import architecture
from compsparse.studies.factorial.training import networks, stacked_datasets


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train on the pairs of ``observe_pairs``; those kept for validation tell when to stop.

    Params: also those of ``observe_pairs``. Outputs and errors: see ``fixed_sample.setting`` and
    ``networks.train_networks``.
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
    return fixed_sample.setting(data, params, shape, parameters)
