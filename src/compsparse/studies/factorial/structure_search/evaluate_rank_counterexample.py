"""A distribution without factorization whose logarithm has small rank (004, Appendix A)."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model import exact_factorization, factorization
from compsparse.studies.factorial.structure_search import exhaustive_search, selection
from compsparse.studies.factorial.structure_search.planted_table import planted_table
from workflow_engine.seeds import generator

FEW_VECTORS, PLANTED = "few_vectors", "planted"
# a divergence that rounding made 0 or negative is shown at the rounding unit
_SMALLEST = float(np.finfo(np.float64).eps)
_COLUMNS = ["kind", "tokens", "run", "rank_bound", "measured_rank", "tried", "fitting"]
_COLUMNS += ["smallest_divergence", "planted_complexity", "found_complexity"]


def few_vectors_table(
    tokens: int, dimension: int, random: np.random.Generator
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x) proportional to exp(u_y . v_x), with standard normal vectors."""
    # log p(y | x) = u_y . v_x - c_x, where c_x normalizes: its rank is at most the dimension plus 1
    outputs = random.standard_normal((tokens, dimension))
    inputs = random.standard_normal((tokens, dimension))
    weights = np.exp(inputs @ outputs.T)
    conditional: Float64[np.ndarray, "x y"] = weights / weights.sum(1, keepdims=True)
    return conditional


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    factors: Sequence[Sequence[int]],
    dimensions: Sequence[int],
    concentration: float,
    runs: int,
    tolerance: float,
) -> stats.Evaluation:
    """Try every factorization of tables from few vectors, and of tables with a planted one."""
    names = (root_seed, "factorial", "rank_counterexample")
    rows: list[dict[str, str | int | float]] = []
    spaces = [factorization.Factorization(tuple(sizes)) for sizes in factors]
    for space, index in product(spaces, range(runs)):
        for dimension in dimensions:
            random = generator(*names, FEW_VECTORS, space.slug, dimension, index)
            conditional = few_vectors_table(space.size, dimension, random)
            described = _described(conditional, tolerance)
            bound = {"rank_bound": dimension + 1, "planted_complexity": np.nan}
            rows.append({"kind": FEW_VECTORS, "run": index, **bound, **described})
        random = generator(*names, PLANTED, space.slug, index)
        planted = planted_table(space.sizes, concentration, random)
        described = _described(planted.conditional, tolerance)
        bound = {
            "rank_bound": planted.candidate.approximation_complexity,
            "planted_complexity": planted.candidate.statistical_complexity,
        }
        rows.append({"kind": PLANTED, "run": index, **bound, **described})
    table = pd.DataFrame(rows, columns=_COLUMNS)
    return stats.Evaluation(table, _statistics(table))


def _described(conditional: Float64[np.ndarray, "x y"], tolerance: float) -> dict[str, int | float]:
    tokens = len(conditional)
    fits = exhaustive_search.search(conditional / tokens, tolerance=tolerance)
    other = [fit for fit in fits if not fit.candidate.trivial]
    simplest = selection.simplest_within(fits, tolerance)
    return {
        "tokens": tokens,
        "measured_rank": exact_factorization.measured_rank(np.log(conditional).T),
        "tried": sum(fit.labellings for fit in other),
        "fitting": sum(fit.fitting for fit in other),
        "smallest_divergence": max(min(fit.divergence for fit in other), _SMALLEST),
        "found_complexity": simplest.candidate.statistical_complexity,
    }


def _statistics(table: pd.DataFrame) -> dict[str, stats.Interval]:
    few, planted = (table[table["kind"] == kind] for kind in (FEW_VECTORS, PLANTED))
    excess = few["measured_rank"] - few["rank_bound"]
    missed = planted["found_complexity"] != planted["planted_complexity"]
    values = {
        "fitting_factorizations": (few["fitting"].sum(), len(few)),
        "log10_smallest_divergence": (np.log10(few["smallest_divergence"]).min(), len(few)),
        "rank_above_bound": (excess.max(), len(few)),
        "full_rank_tables": ((few["measured_rank"] >= few["tokens"]).sum(), len(few)),
        "planted_missed": (missed.sum(), len(planted)),
    }
    return {name: stats.exact(float(value), n) for name, (value, n) in values.items()}
