"""Is there a peak over depth, target by target, for the score as it is and for its excess?"""

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
from workflow_engine.artifacts.tables import read_table
from workflow_engine.seeds import generator

_HEADLINE = "excess_alignment"
_MEASURES = ("alignment", "excess_alignment", "score", "excess_score")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, kind of network, measure and seed."""
    networks = read_table(stats.single(inputs, "networks"))
    networks = networks[~networks["reference"]]
    last = networks[networks["stage"] == networks.groupby("kind")["stage"].transform("max")]
    depths = np.sort(last["depth"].unique())
    # layers from the best depth on that a side begins
    apart = params["apart"]
    rows: list[dict[str, object]] = []
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    alarms = trials = 0
    for kind, of_kind in last.groupby("kind"):
        for measure in _MEASURES:
            wide = {
                str(target): of_target.pivot(index="run", columns="depth", values=measure)
                for target, of_target in of_kind.groupby("target")
            }
            # of a dead network, or one whose error no null reaches, nothing is known at that depth:
            # its seed is left out, and the target where few seeds are left
            known = {name: one.dropna() for name, one in wide.items()}
            known = {name: one for name, one in known.items() if 2 * len(one) > len(wide[name])}
            whole = {name: one.to_numpy() for name, one in known.items()}
            if not whole:
                continue
            random = generator(params["root_seed"], "regime", "depth_peak", str(kind), measure)
            peaks = [find_peak(scores, depths, apart, random) for scores in whole.values()]
            for (target, scores), peak, found in zip(
                whole.items(), peaks, are_peaks(peaks), strict=True
            ):
                margins, chosen = left_out_margins(scores, depths, apart)
                rows += _rows(target, str(kind), measure, margins, chosen, peak, found)
                if kind != DENSE:
                    statistics[f"margin_{target}_{kind}_{measure}"] = stats.MeanOf(margins)
            tables = list(whole.values())
            common = set.intersection(*(set(one.index) for one in known.values()))
            if kind != DENSE and len(tables) > 1 and len(common) > 1:
                gains = gains_of_own_depth(
                    [one.loc[sorted(common)].to_numpy() for one in known.values()]
                )
                statistics[f"own_depth_{kind}_{measure}"] = stats.MeanOf(gains)
            alarms += false_alarms(tables, depths, apart, params["permutations"], random)
            trials += params["permutations"]
    if trials:
        statistics["false_alarms"] = stats.interval_of_probability(alarms, trials)
    table = pd.DataFrame(rows)
    judged = table[(table["measure"] == _HEADLINE) & (table["kind"] != DENSE)]
    cases = judged.drop_duplicates(["target", "kind"])
    if len(cases):
        statistics["peaks"] = stats.exact(int(cases["peak"].sum()), len(cases))
    return stats.Evaluation(table, statistics)


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
