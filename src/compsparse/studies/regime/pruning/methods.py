"""All methods of pruning, by name."""

from functools import partial

from compsparse.studies.regime.pruning.connection_similarity import prune_by_connection_similarity
from compsparse.studies.regime.pruning.llm_pruner import prune_units_by_gradient
from compsparse.studies.regime.pruning.lottery_ticket import prune_by_magnitude
from compsparse.studies.regime.pruning.pruned import Method
from compsparse.studies.regime.pruning.random_edges import prune_at_random
from compsparse.studies.regime.pruning.unit_merging import prune_by_merging
from compsparse.studies.regime.pruning.wanda import prune_by_wanda

METHODS: dict[str, Method] = {
    "connection_similarity": prune_by_connection_similarity,
    "unit_merging": prune_by_merging,
    "lottery_ticket": prune_by_magnitude,
    "lottery_ticket_per_layer": partial(prune_by_magnitude, per_layer=True),
    "wanda": prune_by_wanda,
    "llm_pruner": prune_units_by_gradient,
    "random_edges": prune_at_random,
}
