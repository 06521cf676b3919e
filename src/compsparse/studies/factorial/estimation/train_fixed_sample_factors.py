"""Step ``train`` on a fixed sample in full batches, with a factor embedding (004, equation (4))."""

from compsparse.studies.factorial.estimation import train_fixed_sample
from compsparse.studies.factorial.training import networks
from workflow_engine.steps import Inputs


@networks.trains(learned_embedding=False)
def run(inputs: Inputs, variant: train_fixed_sample.Variant) -> networks.MakeSetting:
    """Train as ``train_fixed_sample`` does, on the same pairs, with a fixed factor embedding."""

    def setting(ensemble: networks.Ensemble) -> networks.Setting:
        embeddings = ensemble.factor_embeddings()
        return train_fixed_sample.setting(ensemble, variant=variant, embeddings=embeddings)

    return setting
