"""How different the units of a layer are, before and after pruning (document 001, Figure 8)."""

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, mean_by_run
from compsparse.studies.regime.scores.levels import DENSE, RANDOM, ROUNDS, SIMILARITY
from workflow_engine.artifacts.tables import read_table

MEASURES = ("orthogonality", "effective_rank")


@stats.evaluates
def run(inputs: stats.Inputs, *, training: str) -> stats.Evaluation:
    """Return one row per network: dense, and pruned by similarity or at random."""
    # compared are only networks that the same optimizer has trained after pruning, too
    networks = read_table(stats.single(inputs, "networks"))
    chosen = (networks["training"] == training) & networks["kind"].isin([*SIMILARITY, RANDOM])
    if not chosen.any():
        raise ValueError(
            "No networks pruned by similarity or at random were trained by "
            f"{training!r}; trainings: {', '.join(sorted(set(networks['training'])))}. "
            "Name one of them in pruning_comparison, after the optimizer of the dense networks."
        )
    table = networks[chosen | (networks["kind"] == DENSE)].reset_index(drop=True)
    last = table[table["level"].isin([DENSE, ROUNDS[-1]])].dropna(subset=list(MEASURES))
    statistics: Statistics = {}
    for measure in MEASURES:
        values = {
            str(kind): rows.set_index(["target", "run"])[measure]
            for kind, rows in last.groupby("kind")
        }
        for method in (kind for kind in SIMILARITY if kind in values):
            gain = (values[method] - values[DENSE]).dropna()
            for target, gains in gain.groupby(level="target"):
                statistics |= mean_by_run(f"gain_{target}_{method}_{measure}", gains)
            if RANDOM in values:
                difference = values[method] - values[RANDOM]
                statistics |= mean_by_run(f"over_random_{method}_{measure}", difference)
    columns = ["target", "depth", "kind", "level", "run", "count", "error", *MEASURES]
    return stats.Evaluation(table[columns], statistics)
