"""Is there a peak over depth, target by target, of scores and of their excess?"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.depth.evaluate_depth_scores import DENSE
from compsparse.studies.regime.depth.peak import (
    Peak,
    are_peaks,
    false_alarms,
    find_peak,
    gains_of_own_depth,
    left_out_margins,
)
from compsparse.studies.regime.known_means import Statistics
from workflow_engine.artifacts.tables import read_table
from workflow_engine.seeds import generator

_HEADLINE = "excess_alignment"
_MEASURES = ("alignment", "excess_alignment", "score", "excess_score")


@stats.evaluates
def run(inputs: stats.Inputs, *, root_seed: int, apart: int, permutations: int) -> stats.Evaluation:
    """Return one row per target, kind of network, measure and seed.

    Args:
        apart: layers from the best depth at which either side begins.
        permutations: of the depths, for the rate of false alarms.
    """
    networks = read_table(stats.single(inputs, "networks"))
    networks = networks[~networks["reference"]]
    last = networks[networks["stage"] == networks.groupby("kind")["stage"].transform("max")]
    depths = np.sort(last["depth"].unique())
    rows: list[dict[str, object]] = []
    statistics: Statistics = {}
    alarms = trials = 0
    for kind, trained in last.groupby("kind"):
        for measure in _MEASURES:
            known = _known(trained, measure)
            scores = {target: wide.to_numpy() for target, wide in known.items()}
            if not scores:
                continue
            random = generator(root_seed, "regime", "depth_peak", str(kind), measure)
            peaks = [find_peak(array, depths, apart, random) for array in scores.values()]
            for (target, array), peak, found in zip(
                scores.items(), peaks, are_peaks(peaks), strict=True
            ):
                margins, chosen = left_out_margins(array, depths, apart)
                rows += _rows(target, str(kind), measure, margins, chosen, peak, found)
                if kind != DENSE:
                    statistics[f"margin_{target}_{kind}_{measure}"] = stats.MeanOf(margins)
            common = sorted(set.intersection(*(set(wide.index) for wide in known.values())))
            if kind != DENSE and len(known) > 1 and len(common) > 1:
                gains = gains_of_own_depth([wide.loc[common].to_numpy() for wide in known.values()])
                statistics[f"own_depth_{kind}_{measure}"] = stats.MeanOf(gains)
            alarms += false_alarms([*scores.values()], depths, apart, permutations, random)
            trials += permutations
    if trials:
        statistics["false_alarms"] = stats.interval_of_probability(alarms, trials)
    table = pd.DataFrame(rows)
    judged = table[(table["measure"] == _HEADLINE) & (table["kind"] != DENSE)]
    cases = judged.drop_duplicates(["target", "kind"])
    if len(cases):
        statistics["peaks"] = stats.exact(int(cases["peak"].sum()), len(cases))
    return stats.Evaluation(table, statistics)


def _known(networks: pd.DataFrame, measure: str) -> dict[str, pd.DataFrame]:
    """Return seeds by depths for each target, without seeds that lack a value at some depth.

    A dead network, or one whose error no null reaches, has no value. A target with half of its
    seeds or fewer is left out.
    """
    tables = {
        str(target): rows.pivot(index="run", columns="depth", values=measure)
        for target, rows in networks.groupby("target")
    }
    known = {target: table.dropna() for target, table in tables.items()}
    return {
        target: table for target, table in known.items() if 2 * len(table) > len(tables[target])
    }


def _rows(
    target: str,
    kind: str,
    measure: str,
    margins: np.ndarray,
    chosen: np.ndarray,
    peak: Peak,
    found: bool,
) -> list[dict[str, object]]:
    return [
        {
            "target": target,
            "kind": kind,
            "measure": measure,
            "run": run,
            "margin": margin,
            "chosen": depth,
            "best": peak.best,
            "p": peak.p,
            "interior": peak.interior,
            "half_width": peak.half_width,
            "peak": found,
        }
        for run, (margin, depth) in enumerate(zip(margins.tolist(), chosen.tolist(), strict=True))
    ]
