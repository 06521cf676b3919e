"""Kinds of networks and their measures, as figures name and colour them."""

from compsparse.figures import api as fig

NAMES = {
    "dense": "dense",
    "similarity": "SP, units merged",
    "connections": "SP, connections",
    "lottery": "lottery ticket",
    "wanda": "Wanda",
    "llm": "LLM-Pruner",
    "random": "random",
    "own": "own wiring",
    "rewired": "rewired",
    "genome": "genome",
    "solution": "from the solution",
}
COLORS = dict(
    zip(
        NAMES,
        (
            fig.INK,
            *fig.CATEGORIES[:5],
            fig.GREY,
            fig.CATEGORIES[0],
            fig.CATEGORIES[1],
            fig.CATEGORIES[2],
            fig.CATEGORIES[3],
        ),
        strict=True,
    )
)
METHODS = {
    "similarity": "unit_merging",
    "connections": "connection_similarity",
    "lottery": "lottery_ticket",
    "wanda": "wanda",
    "llm": "llm_pruner",
    "random": "random_edges",
}
MEASURES = {
    "survival": "share of sweeps that survive",
    "excess": "excess of alignment",
    "orthogonality": "orthogonality of units",
    "ssim": "SSIM with the scene",
}
