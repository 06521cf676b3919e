"""How many networks outside of the regime are compositional all the same?

Inside are networks pruned by similarity; outside are dense ones and those pruned otherwise. A
network is compositional if it paints and the excess of its alignment is large enough, fractured if
it paints and it is not.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import read_measures, with_excess


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    least_excess: float,
) -> stats.Evaluation:
    """Return one row per network; statistics are shares of compositional ones, by scene."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    table = table[table["kind"] != "connections"].reset_index(drop=True)
    enough = table["excess"] >= least_excess
    table = table.assign(
        inside=table["kind"] == "similarity",
        compositional=(table["paints"] * enough).astype(float),
        fractured=(table["paints"] * ~enough).astype(float),
    )
    shares = table.pivot_table(index="run", columns="inside", values="compositional")
    return stats.Evaluation(
        table,
        {
            f"{name}_compositional": stats.MeanOf(shares[side].to_numpy(float), stats.SHARE)
            for name, side in (("inside", True), ("outside", False))
        },
    )
