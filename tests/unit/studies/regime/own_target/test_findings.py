"""What is said and drawn of networks whose measures are known."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.own_target import figure
from compsparse.studies.regime.own_target.reading import OwnTarget
from compsparse.studies.regime.own_target.report import differences, lines, means
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.own_target.small import small_values

GREY = np.full((256, 256, 3), 0.5, dtype=np.float32)
PICTURES = {"target": GREY, "dense": GREY, "similarity": 0.8 * GREY, "random": 0.6 * GREY}


def planted(parts: bool = True) -> pd.DataFrame:
    """Return similarity 0.2 above random and 0.1 above dense, of three seeds that all paint."""
    rows = [
        (kind, stage, run, survival + 0.01 * run * (kind == "similarity"))
        for kind, stages, survival in (
            ("dense", (40,), 0.6),
            ("similarity", (1, 2), 0.7),
            ("random", (1, 2), 0.5),
        )
        for stage in stages
        for run in range(3)
    ]
    table = pd.DataFrame(rows, columns=["kind", "stage", "run", "survival"])
    table["excess"] = table["survival"] - 0.6 if parts else np.nan
    table["alignment"] = 0.5 if parts else np.nan
    return table.assign(count=80, error=0.001, ssim=0.9, paints=1.0)


def smeared(*places: tuple[str, int, int]) -> pd.DataFrame:
    """Return the same, where the networks of these kinds, stages and runs do not paint."""
    table = planted().set_index(["kind", "stage", "run"])
    for place in places:
        table.loc[place, ["ssim", "paints", "survival"]] = [0.4, 0.0, 0.0]
    return table.reset_index()


def said(table: pd.DataFrame, parts: bool = True, **activations: int) -> list[str]:
    arrays = {"rgb": GREY, "complexity": np.array(0.218)}
    if parts:
        arrays |= {"influence": np.ones((2, 4), dtype=np.float32), "part": np.array([0, 1])}
    target = OwnTarget(arrays, activations, ())
    return list(lines(Path("my.png"), target, small_values(), table, 0))


def test_before_anything_else_networks_are_said_to_paint_or_not() -> None:
    assert said(planted())[:4] == [
        "my.png: 3 of 3 dense networks paint it (an SSIM of 0.85 or more)",
        "pruned to 100 weights: SP, units merged 3 of 3; random 3 of 3",
        "pruned to 60 weights: SP, units merged 3 of 3; random 3 of 3",
        "",
    ]
    told = said(smeared(("dense", 40, 1), ("random", 2, 0), ("random", 2, 2)))
    assert told[0].startswith("my.png: 2 of 3 dense networks")
    assert told[2] == "pruned to 60 weights: SP, units merged 3 of 3; random 1 of 3"
    assert told[3].startswith("Where networks do not paint it, measures say nothing")


def rows_of(told: list[str]) -> dict[tuple[str, ...], list[str]]:
    """Return the cells of the table by network and round."""
    split = [tuple(cell.strip() for cell in line.split("  ") if cell.strip()) for line in told]
    return {row[:2]: list(row[2:]) for row in split if len(row) > 5}


def test_means_stand_in_parentheses_where_a_network_does_not_paint() -> None:
    rows = rows_of(said(smeared(("random", 2, 0))))
    head = ["weights", "error", "SSIM", "survival", "alignment", "excess"]
    assert rows["networks", "round"] == head
    assert rows["SP, units merged", "2"] == ["80", "0.0010", "0.90", "0.71", "0.50", "+0.110"]
    assert rows["random", "2"] == ["80", "0.0010", "0.73", "(0.33)", "(0.50)", "(-0.100)"]
    assert rows["dense", "-"] == ["80", "0.0010", "0.90", "0.60", "0.50", "+0.000"]


def test_differences_have_intervals() -> None:
    found = list(differences(planted(), 0))
    assert [(row["over"], row["round"]) for row in found] == [
        ("random", 1), ("dense", 1), ("random", 2), ("dense", 2)]  # fmt: skip
    half = 4.302653 * 0.01 / np.sqrt(3)  # Student's t of two degrees of freedom
    for row, mean in zip(found, (0.21, 0.11) * 2, strict=True):
        for reading in ("survival", "excess"):
            expected = {"mean": mean, "low": mean - half, "high": mean + half}
            assert row[reading] == pytest.approx(expected)
    assert (
        "Round 1, SP, units merged over random: survival +0.210 [+0.185, +0.235], "
        "excess +0.210 [+0.185, +0.235]"
    ) in said(planted())


def test_kinds_of_which_too_few_paint_are_not_compared() -> None:
    table = smeared(("random", 2, 0), ("dense", 40, 1))
    found = {(row["over"], row["round"]): row for row in differences(table, 0)}
    assert [row["survival"] is None for row in found.values()] == [False, True, True, True]
    assert found["random", 2]["too_few_paint"] == ["random"]
    told = [line for line in said(table) if line.startswith("Round")]
    assert [line.count("since of dense fewer than four in five paint") for line in told] == [
        0,
        1,
        0,
        1,
    ]
    assert told[2].endswith("over random: not told, since of random fewer than four in five paint")
    assert not any(mark in line for line in told[1:] for mark in "+[")


def test_four_in_five_are_enough() -> None:
    five = pd.concat(
        [planted(), planted().query("run < 2").assign(run=lambda rows: rows["run"] + 3)]
    )
    five.loc[(five["kind"] == "random") & (five["run"] == 4), ["paints", "ssim"]] = [0.0, 0.4]
    assert not any(row["too_few_paint"] for row in differences(five, 0))


def test_without_parts_survival_is_all_there_is() -> None:
    told = said(planted(parts=False), parts=False)
    assert rows_of(told)["networks", "round"] == ["weights", "error", "SSIM", "survival"]
    assert any("no known parts, so no alignment and no excess" in line for line in told)
    assert not any("Excess" in line for line in told)
    assert "Round 2, SP, units merged over dense: survival +0.110 [+0.085, +0.135]" in told
    (row,) = [row for row in means(planted(parts=False)) if row["kind"] == "dense"]
    assert (row["round"], row["alignment"], row["excess"]) == (0, None, None)


def test_the_mix_of_a_genome_is_told() -> None:
    layers = "4 hidden layers of 6 units: 4 identity, 2 gaussian (the mix of "
    assert f"{layers}the parameters)" in said(planted())
    mixed = said(planted(), identity=9, gaussian=4, cos=1)
    assert f"{layers}the genome's 14 hidden nodes, without its rarest, cos)" in mixed


@pytest.mark.parametrize("parts", [True, False])
def test_the_figure_shows_every_network(parts: bool, tmp_path: Path) -> None:
    table = smeared(("random", 2, 1)) if parts else planted(parts=False)
    params = {"name": "my picture: 4 hidden layers", "pictures": PICTURES}
    made = drawn(figure.run, table, tmp_path, params)
    require_legible(made)
    pictures, panels = made.axes[:4], made.axes[4:]
    assert [len(panel.images) for panel in pictures] == [1, 1, 1, 1]
    assert len(panels) == 1 + parts
    for panel in panels:
        dots = [line for line in panel.lines if line.get_marker() == "o"]
        assert sum(np.size(line.get_xdata()) for line in dots) == 15
        hollow = [line for line in dots if line.get_markerfacecolor() == "white"]
        assert sum(np.size(line.get_xdata()) for line in hollow) == int(parts)
    fits = [panel.get_xlabel() for panel in pictures]
    assert [fit.endswith("does not paint the target") for fit in fits] == [False] * 4
    table.loc[(table["kind"] == "random") & (table["run"] == 0), "paints"] = 0.0
    made = drawn(figure.run, table, tmp_path, params)
    require_legible(made)
    assert made.axes[3].get_xlabel().endswith("does not paint the target")
    assert "SP, units merged, round 2" in written(made)
