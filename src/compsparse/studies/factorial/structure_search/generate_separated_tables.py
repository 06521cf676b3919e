"""Step ``generate``: tables with one hidden factorization (document 004, Section 3.2, (ii))."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.factorial.data_model import worlds
from compsparse.studies.factorial.structure_search import planted_table
from compsparse.studies.factorial.structure_search.candidate import all_candidates
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    factors: Sequence[int],
    concentration: float,
    separation: float,
    tables: int,
    world: worlds.World | None = None,
) -> Outputs:
    """Draw separated tables; ``planted`` [table] indexes the candidates of ``all_candidates``.

    Args:
        factors: sizes, of inputs and outputs alike.
        concentration: of the Dirichlet distribution of the planted tables' rows.
        separation: least total variation from candidates that do not fit.
        tables: number of tables.
        world: see ``worlds.permuted_outcomes``; the planted candidate is then a mere label.
    """
    sizes = tuple(factors)
    tokens = int(np.prod(sizes))
    candidates = all_candidates(tokens, tokens)
    conditionals, separations, planted = [], [], []
    for index in range(tables):
        random = generator(root_seed, *seed_names, "table", index)
        table, measured = planted_table.separated_table(
            sizes, concentration, separation, candidates, random
        )
        conditional = table.conditional
        if world is not None:
            random = generator(root_seed, *seed_names, "world", world, index)
            conditional = worlds.permuted_outcomes(world, conditional, random)
        conditionals.append(conditional)
        separations.append(measured)
        planted.append(candidates.index(table.candidate))
    found = np.stack(conditionals), np.array(separations), np.array(planted, dtype=np.int64)
    return {"data": arrays_of(planted_table.SeparatedTables(*found))}
