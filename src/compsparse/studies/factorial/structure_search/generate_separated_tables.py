"""Step ``generate``: tables with one hidden factorization (document 004, Section 3.2, (ii))."""

import numpy as np

from compsparse.studies.factorial.data_model import worlds
from compsparse.studies.factorial.structure_search import planted_table
from compsparse.studies.factorial.structure_search.candidate import all_candidates
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw ``params["tables"]`` separated tables.

    Params: root_seed; seed_names, the prefix of the random generators' names; factors, the sizes of
    inputs and outputs alike; concentration of the Dirichlet law; separation; tables. With world
    (see ``worlds.permuted_outcomes``), the planted candidate is a label. ``planted`` [table] is the
    place of the planted factorization among ``all_candidates``.
    """
    sizes = tuple(params["factors"])
    tokens = int(np.prod(sizes))
    candidates = all_candidates(tokens, tokens)
    conditionals, separations, planted = [], [], []
    for index in range(params["tables"]):
        names = (params["root_seed"], *params["seed_names"])
        table, separation = planted_table.separated_table(
            sizes,
            params["concentration"],
            params["separation"],
            candidates,
            generator(*names, "table", index),
        )
        conditional = table.conditional
        if "world" in params:
            random = generator(*names, "world", params["world"], index)
            conditional = worlds.permuted_outcomes(params["world"], conditional, random)
        conditionals.append(conditional)
        separations.append(separation)
        planted.append(candidates.index(table.candidate))
    return {
        "data": {
            "conditional": np.stack(conditionals),
            "separation": np.array(separations, dtype=np.float64),
            "planted": np.array(planted, dtype=np.int64),
        }
    }
