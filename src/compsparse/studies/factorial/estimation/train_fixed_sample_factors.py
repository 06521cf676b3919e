"""Step ``train`` on a fixed sample in full batches, with a factor embedding (004, equation (4))."""

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.estimation import fixed_sample
from compsparse.studies.factorial.network import architecture
from compsparse.studies.factorial.training import networks, stacked_datasets
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train as ``train_fixed_sample`` does, on the same pairs, with an embedding that is given."""
    return networks.train_networks(
        inputs, params, setting, learned_embedding=False, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    given = networks.given_embeddings(data, params, shape)
    return fixed_sample.setting(data, params, shape, parameters, given)
