"""Names and colours of kinds of networks and optimizers in figures."""

from compsparse.figures import api as fig

NAMES = {
    "dense": "dense",
    "connection_similarity": "SP-C",
    "unit_merging": "SP-merge",
    "lottery_ticket": "lottery ticket",
    "wanda": "Wanda",
    "llm_pruner": "LLM-Pruner",
    "random_edges": "random",
    "own": "own wiring",
}
COLORS = {
    "dense": fig.INK,
    "connection_similarity": fig.CATEGORIES[0],
    "unit_merging": fig.CATEGORIES[1],
    "lottery_ticket": fig.CATEGORIES[2],
    "wanda": fig.CATEGORIES[3],
    "llm_pruner": fig.CATEGORIES[4],
    "random_edges": fig.GREY,
    "own": fig.CATEGORIES[5],
}

# by the names of optimizers in the settings
OPTIMIZERS = {"adam": "Adam", "muon": "Muon", "muon_20": "Muon, 20 steps"}
OPTIMIZER_COLORS = {
    "adam": fig.CATEGORIES[0],
    "muon": fig.CATEGORIES[1],
    "muon_20": fig.CATEGORIES[3],
}


def display_name(target: str) -> str:
    """Return a target's name for figures."""
    return target.replace("_", " ")
