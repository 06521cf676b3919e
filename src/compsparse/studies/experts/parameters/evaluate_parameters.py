"""Parameters of published models by component, in all and for a token."""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.experts.parameters.configuration import Configuration, prints


@stats.evaluates
def run(
    inputs: stats.Inputs, *, document: str, models: dict[str, Configuration]
) -> stats.Evaluation:
    """Return one row per model and component, and rows of totals, blocks and subsets.

    Statistics are of the document's model, but for how many printed numbers are not reproduced.
    """
    rows, unequal = [], 0
    for name, model in models.items():
        total, active = model.components(), model.active()
        whole, blocks = sum(total.values()), model.layers - model.dense_layers
        counted = [(part, total[part], active[part]) for part in total]
        counted += [
            ("total", whole, sum(active.values())),
            ("layers that predict further tokens", model.prediction_layers(), 0),
            ("blocks without experts", model.dense_layers, model.dense_layers),
            ("blocks with experts", blocks, blocks),
            ("subsets of experts", model.subsets, 1),
        ]
        published = model.published_total, model.published_active
        rows += [(name, *row, *(published if row[0] == "total" else ("", ""))) for row in counted]
        unequal += published[0] is not None and not prints(whole, published[0])
    chosen = models[document]
    counts = {
        "dense_blocks": chosen.dense_layers,
        "expert_blocks": chosen.layers - chosen.dense_layers,
        "routed": chosen.routed,
        "shared": chosen.shared,
        "kept": chosen.kept,
        "total": sum(chosen.components().values()),
        "totals_not_reproduced": unequal,
    }
    columns = ["model", "part", "count", "active", "published", "published_active"]
    statistics = {name: stats.exact(count) for name, count in counts.items()}
    return stats.Evaluation(pd.DataFrame(rows, columns=columns), statistics)
