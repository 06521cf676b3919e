"""Names and colours of wirings in figures."""

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS as SHARED
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN

NAMES = {
    GENOME: "the genome itself",
    OWN: "own wiring",
    "rewired": "rewired",
    "foreign": "another genome's",
    "permuted": "permuted types",
    "random": "random",
    DENSE: "dense",
}
COLORS = {
    GENOME: fig.INK,
    OWN: fig.CATEGORIES[1],
    "rewired": fig.CATEGORIES[0],
    "foreign": fig.CATEGORIES[2],
    "permuted": fig.CATEGORIES[3],
    "random": fig.CATEGORIES[4],
    DENSE: SHARED[DENSE],
}
