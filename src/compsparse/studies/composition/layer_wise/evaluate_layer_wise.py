"""What a transformer learns of hops read after their own layers, or after wrong ones."""

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.kinds import longest_hop, read_kinds, table_of


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per training, run, hop and look, and statistics as ``longest_hop``."""
    trained = read_kinds(inputs, ("mixture", "wrong_layers", "hard_only"))
    found = longest_hop(trained, learned, "wrong_layers")
    order = ("mixture_learned", "advantage", "hard_only_accuracy", "in_order")
    return stats.Evaluation(table_of(trained), {name: found[name] for name in order})
