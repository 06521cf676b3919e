"""What each kind of data teaches: accuracy by hops, the order of hops, what layers attend to."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import History, read_history
from compsparse.studies.composition.task.order import in_order


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look.

    Params: data, of each training; learned, the accuracy at which a hop counts as learned.
    """
    paths = stats.many(inputs, "trained")
    trained = {data: read_history(path) for data, path in zip(params["data"], paths, strict=True)}
    table = pd.concat([_rows(data, of) for data, of in trained.items()], ignore_index=True)
    statistics: dict[str, stats.MeanOf] = {}
    for data in ("mixture", "curriculum", "hard_only"):
        statistics[f"{data}_accuracy"] = _share(trained[data].accuracy[:, -1, -1])
    mixture, alone = trained["mixture"], trained["hard_only"]
    statistics["in_order"] = _share(in_order(mixture.accuracy, params["learned"]))
    statistics["mixture_recovered"] = _share(mixture.recovered)
    statistics["mixture_attention"] = _share(mixture.attention)
    statistics["hard_only_recovered"] = _share(alone.recovered)
    statistics["strict_first_hop"] = _share(trained["strict"].accuracy[:, -1, 0])
    return stats.Evaluation(table, statistics)


def _share(values: Float64[np.ndarray, " run"]) -> stats.MeanOf:
    return stats.MeanOf(values, support=stats.SHARE)


def _rows(data: str, history: History) -> pd.DataFrame:
    runs, looks, hops = history.accuracy.shape
    run, look, hop = np.indices((runs, looks, hops)).reshape(3, -1)
    return pd.DataFrame(
        {
            "data": data,
            "rate": history.rate,
            "run": run,
            "hops": 2**hop,
            "step": history.step[look],
            "accuracy": history.accuracy.reshape(-1),
            "chance": history.chance,
        }
    )
