"""All methods of pruning, by name."""

from compsparse.studies.regime.pruning.by_score import prune_by_score
from compsparse.studies.regime.pruning.scores import (
    lottery_scores,
    random_scores,
    similarity_scores,
    unit_scores,
    wanda_scores,
)
from compsparse.studies.regime.pruning.trained_network import (
    Evidence,
    Pruned,
    Scoring,
    TrainedNetwork,
)
from compsparse.studies.regime.pruning.unit_merging import prune_by_merging

SCORES: dict[str, Scoring] = {
    "connection_similarity": similarity_scores,
    "lottery_ticket": lottery_scores,
    "wanda": wanda_scores,
    "llm_pruner": unit_scores,
    "random_edges": random_scores,
}
METHODS = ("unit_merging", *SCORES)


def prune(method: str, network: TrainedNetwork, wanted: int, evidence: Evidence) -> Pruned:
    """Prune to the wanted number of live weights, or the nearest that the method can reach."""
    if method == "unit_merging":
        return prune_by_merging(network, wanted, evidence.inputs)
    # lottery tickets are rewound
    start = network.initial if method == "lottery_ticket" else network.weights
    return prune_by_score(network, SCORES[method](network, evidence), wanted, start)
