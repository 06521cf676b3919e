"""What a transformer read after its last layer learns of each hop, with and without easy hops."""

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.kinds import longest_hop, read_kinds, table_of


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look, and statistics as ``longest_hop``."""
    trained = read_kinds(inputs, ("mixture", "hard_only"))
    return stats.Evaluation(table_of(trained), longest_hop(trained, learned, "hard_only"))
