"""What a transformer learns of hops read after their own layers, or after wrong ones."""

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.kinds import read_kinds, table_of


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per training, run, hop and look.

    Args:
        learned: accuracy at which a hop counts as learned.
    """
    trained = read_kinds(inputs, ("mixture", "wrong_layers"))
    mixture, wrong = trained.values()
    return stats.Evaluation(
        table_of(trained),
        {
            "advantage": stats.MeanOf(mixture.final[:, -1] - wrong.final[:, -1]),
            "in_order": stats.MeanOf(mixture.in_order(learned), support=stats.SHARE),
        },
    )
