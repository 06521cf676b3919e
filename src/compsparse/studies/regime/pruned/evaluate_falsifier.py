"""How many networks outside of the regime are compositional all the same?

Inside are networks pruned by similarity; outside are dense ones and those pruned otherwise. A
network is compositional if it paints and the excess of its alignment is large enough, fractured if
it paints and it is not.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import last_stages, read_measures, with_excess


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    least_excess: float,
) -> stats.Evaluation:
    """Return one row per network of the last round; statistics are shares, by scene."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    last = last_stages(table)
    enough = last["excess"] >= least_excess
    last = last.assign(
        inside=last["kind"] == "similarity",
        compositional=(last["paints"] * enough).astype(float),
        fractured=(last["paints"] * ~enough).astype(float),
    )
    last = last[last["kind"] != "connections"].reset_index(drop=True)
    shares = last.pivot_table(index="run", columns="inside", values=["compositional", "fractured"])
    similar, outside = (shares["compositional", side].to_numpy(float) for side in (True, False))
    return stats.Evaluation(
        last,
        {
            "inside_compositional": stats.MeanOf(similar, stats.SHARE),
            "outside_compositional": stats.MeanOf(outside, stats.SHARE),
            "outside_fractured": stats.MeanOf(
                shares["fractured", False].to_numpy(float), stats.SHARE
            ),
            "inside_less_outside": stats.MeanOf(similar - outside),
        },
    )
