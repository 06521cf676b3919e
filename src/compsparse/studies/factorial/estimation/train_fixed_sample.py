"""Step ``train`` on a fixed sample in full batches, with a learned embedding (004, Section 3.2)."""

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.estimation import fixed_sample
from compsparse.studies.factorial.training import networks
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train on the pairs of ``observe_pairs``; those kept for validation tell when to stop.

    Params: also those of ``observe_pairs``. Outputs and errors: see ``fixed_sample.setting`` and
    ``networks.train_networks``.
    """
    return networks.train_networks(
        inputs, params, fixed_sample.setting, learned_embedding=True, checkpoints=checkpoints
    )
