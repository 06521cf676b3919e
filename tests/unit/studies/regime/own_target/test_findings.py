"""What is said and drawn of networks whose measures are known."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.own_target import figure
from compsparse.studies.regime.own_target.experiment import Findings
from compsparse.studies.regime.own_target.report import headline_measure, lines
from compsparse.studies.regime.own_target.values import Values
from compsparse.studies.regime.shared_settings import Networks, Rounds
from compsparse.studies.regime.targets.predicted_depth import Line
from compsparse.studies.regime.targets.stored import StoredTarget
from tests.unit.studies.drawing import drawn, require_legible, written

GREY = np.full((256, 256, 3), 0.5, dtype=np.float32)
PICTURES = {"target": GREY, "dense": GREY, "connection_similarity": 0.8 * GREY}
UNITS = {"identity": 3, "sin": 1}


def planted() -> pd.DataFrame:
    """Return dense networks on a line, pruned ones 0.1, 0.2, 0.3 above it, one of them beyond."""
    rows = [("dense", 0, run, 0.001, 0.0) for run in range(3)]
    rows += [("connection_similarity", stage, run, 0.01, 0.1 + 0.1 * run)
             for stage in (1, 2) for run in range(3)]  # fmt: skip
    rows += [
        (kind, stop, run, error, 0.0)
        for kind in ("stopped", "width")
        for run in range(2)
        for stop, error in enumerate(np.geomspace(1e-4, 1e-1, 4))
    ]
    table = pd.DataFrame(rows, columns=["kind", "stage", "run", "error", "above"])
    score = 0.7 + 0.1 * np.log10(table["error"]) + table["above"]
    table = table.assign(depth=5, count=40, ssim=0.9, score=score, alignment=score, comparable=True)
    table["reference"] = table["kind"].isin(["stopped", "width"])
    table["excess_alignment"] = table["excess_score"] = table["above"]
    beyond = (table["kind"] != "dense") & (table["stage"] == 2) & (table["run"] == 2)
    beyond &= ~table["reference"]
    table.loc[beyond, ["excess_alignment", "excess_score"]] = np.nan
    table.loc[beyond, "comparable"] = False
    return table


def findings(parts: bool = True, **changed: object) -> Findings:
    known = (np.ones((2, 4), dtype=np.float32), np.array([0, 1])) if parts else (None, None)
    given = {"stuck": 0, "no_null": "", "table": planted(), "units": UNITS, "activations": {}
             } | changed  # fmt: skip
    return Findings(StoredTarget(GREY, 0.218, *known), 5, pictures=PICTURES, **given)  # type: ignore[arg-type]


def said(found: Findings) -> list[str]:
    networks = Networks.model_construct(units=UNITS)
    rounds = Rounds.model_construct()
    return list(
        lines(Path("my.png"), found, Values(networks, rounds, Line(500.0, -100.0), (4, 16)))
    )


def test_means_and_their_errors_over_seeds() -> None:
    table = {line.split("  ")[0]: line.split()[-7:] for line in said(findings())}
    assert table["SP-C, round 1"] == ["0.70", "0.70", "+0.200", "±", "0.058", "3", "of", "3"][-7:]
    # of the two that are comparable
    assert table["SP-C, round 2"][-6:] == ["+0.150", "±", "0.050", "2", "of", "3"]
    assert table["dense"][-6:] == ["+0.000", "±", "0.000", "3", "of", "3"]


def test_the_first_lines_say_what_was_learned() -> None:
    told = said(findings(stuck=1))
    assert told[:2] == ["my.png: PNG complexity 0.218, 2 known parts", ""]
    assert told[5:8] == [
        "",
        "5 hidden layers (predicted from its complexity: 9) of 4 units: 3 identity, 1 sin (the mix "
        "of the parameters)",
        "1 of 3 dense networks stayed on a plateau, and count.",
    ]


def test_the_mix_of_a_genome_is_told() -> None:
    mixed = said(findings(activations={"identity": 9, "sin": 2}))
    assert mixed[6].endswith("3 identity, 1 sin (the mix of the genome's 11 hidden nodes)")
    lacking = said(findings(activations={"identity": 9, "sin": 2, "cos": 1, "relu": 1}))
    assert lacking[6].endswith(
        "(the mix of the genome's 13 hidden nodes, without its rarest, cos, relu)"
    )


def test_before_anything_else_networks_are_said_to_paint_or_not() -> None:
    assert said(findings())[1:6] == [
        "",
        "Dense networks paint the target: 3 of 3 (SSIM 0.90, error 0.0010).",
        "After pruning by SP-C, round 1: 3 of 3 (SSIM 0.90, error 0.0100).",
        "After pruning by SP-C, round 2: 3 of 3 (SSIM 0.90, error 0.0100).",
        "",
    ]
    table = planted()
    smeared = (table["kind"] == "connection_similarity") & (table["stage"] == 2)
    table.loc[smeared, "ssim"] = [0.81, 0.43, 0.8]
    told = said(findings(table=table))
    assert told[4].endswith("round 2: 2 of 3 (SSIM 0.43 to 0.81, error 0.0100).")
    assert told[5].startswith("Below an SSIM of 0.8 a network paints a smear")
    rows = {line.split("  ")[0]: line.split()[-9:] for line in told}
    assert rows["SP-C, round 1"][-8:-3] == ["0.70", "0.70", "+0.200", "±", "0.058"]
    assert rows["SP-C, round 2"][-8:-3] == ["(0.70)", "(0.70)", "(+0.150", "±", "0.050)"]


def test_dense_networks_that_do_not_paint_are_named() -> None:
    table = planted()
    table.loc[table["kind"] == "dense", "ssim"] = [0.5, 0.6, 0.7]
    told = said(findings(table=table))
    assert told[2] == "Dense networks paint the target: 0 of 3 (SSIM 0.50 to 0.70, error 0.0010)."


def test_the_figure_says_what_does_not_paint(tmp_path: Path) -> None:
    table = planted()
    table.loc[(table["kind"] == "connection_similarity") & (table["run"] == 0), "ssim"] = 0.79
    params = {"name": "my picture: 5 hidden layers", "measure": "score", "pictures": PICTURES}
    made = drawn(figure.run, table, tmp_path, params)
    require_legible(made)
    assert written(made).count("does not paint the target") == 1
    pale = [line for line in made.axes[-1].lines if line.get_alpha() == 0.35]
    assert sum(len(line.get_xdata()) for line in pale) == 2  # type: ignore[arg-type]


def test_without_parts_the_score_counts() -> None:
    assert headline_measure(findings()) == "alignment"
    assert headline_measure(findings(parts=False)) == "score"
    assert any("no known parts" in line for line in said(findings(parts=False)))


def test_without_a_null_there_is_no_excess() -> None:
    assert said(findings(no_null="Too few."))[-1] == "No excess: Too few."


@pytest.mark.parametrize("measure", ["alignment", "score"])
def test_the_figure_shows_every_network_and_the_null(measure: str, tmp_path: Path) -> None:
    table = planted()
    params = {"name": "my picture: 5 hidden layers", "measure": measure, "pictures": PICTURES}
    made = drawn(figure.run, table, tmp_path, params)
    require_legible(made)
    *pictures, axes = made.axes
    assert [len(panel.images) for panel in pictures] == [1, 1, 1]
    marked = [line for line in axes.lines if line.get_marker() in ("o", "^")]
    assert sum(len(line.get_xdata()) for line in marked) == 9  # type: ignore[arg-type]
    hollow = [line for line in marked if line.get_markerfacecolor() == "none"]
    assert sum(len(line.get_xdata()) for line in hollow) == 1  # type: ignore[arg-type]
    nulls = [line for line in axes.lines if line.get_linestyle() in ("-", "--")]
    assert [line.get_linestyle() for line in nulls] == ["-", "--"]
    for line in nulls:
        expected = 0.7 + 0.1 * np.log10(np.asarray(line.get_xdata()))
        assert np.asarray(line.get_ydata()) == pytest.approx(expected)
    assert "SP-C" in written(made) and measure in written(made)
