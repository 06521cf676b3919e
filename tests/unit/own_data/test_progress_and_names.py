"""Lines about the time left, and names that a font cannot write."""

from compsparse.own_data.picture_names import picture_names
from compsparse.own_data.progress import Progress, duration


def test_nothing_is_said_before_two_seconds_and_then_seldom() -> None:
    now, said = [0.0], list[str]()
    progress = Progress(said.append, lambda: now[0])
    progress.begin("splits")
    for done in range(1, 31):
        now[0] += 1.0
        progress.reach(done, 60)
    assert said == [
        "splits: 2 of 60, at most 58 s left",
        "splits: 12 of 60, at most 48 s left",
        "splits: 22 of 60, at most 38 s left",
    ]


def test_durations() -> None:
    assert (duration(7.4), duration(185.0)) == ("7 s", "3 min 05 s")


def test_names_that_can_be_written_stay() -> None:
    assert picture_names(["größe", "cost $a$"]).names == ("größe", r"cost \$a\$")
    assert picture_names(["größe"]).key == ()


def test_other_names_are_numbered_and_explained() -> None:
    found = picture_names(["温度", "p"])
    assert found.names == ("x1", "x2")
    assert found.key == ("x1 is 温度", "x2 is p")


def test_what_moves_the_cursor_is_escaped() -> None:
    assert picture_names(["a\x1b[2J"]).names == (r"a\x1b[2J",)
