"""List schedules whose length can be found by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow_engine.costs.schedule import Task, ends, makespan


def tasks(*seconds: float) -> dict[str, Task]:
    """Return tasks that wait for nothing."""
    return {str(i): Task(float(s)) for i, s in enumerate(seconds)}


@pytest.mark.parametrize(
    ("seconds", "cores", "length"),
    [
        ((), 2, 0.0),
        ((3, 1), 1, 4.0),
        ((3, 1), 2, 3.0),
        ((2, 2, 4), 2, 4.0),  # the long one first: begun last it would end at 6
        ((5, 1, 1, 1, 1, 1), 2, 5.0),
        ((1, 1, 1), 8, 1.0),
    ],
)
def test_independent_tasks_take_the_best_possible_time(
    seconds: tuple[float, ...], cores: int, length: float
) -> None:
    assert makespan(tasks(*seconds), cores) == length


def test_a_chain_takes_the_sum_whatever_the_cores() -> None:
    chain = {
        "a": Task(1.0),
        "b": Task(2.0, frozenset({"a"})),
        "c": Task(3.0, frozenset({"b"})),
    }
    assert makespan(chain, 4) == 6.0


def test_a_diamond_waits_for_its_slower_side() -> None:
    diamond = {
        "top": Task(1.0),
        "slow": Task(5.0, frozenset({"top"})),
        "quick": Task(2.0, frozenset({"top"})),
        "end": Task(1.0, frozenset({"slow", "quick"})),
    }
    assert makespan(diamond, 2) == 7.0
    assert makespan(diamond, 1) == 9.0


def test_what_is_not_to_be_done_is_there_already() -> None:
    assert makespan({"b": Task(2.0, frozenset({"a"}))}, 1) == 2.0


def test_starts_are_apart_by_the_spacing() -> None:
    # starts at 0, 1 and 2; without the spacing all end at 1.5
    assert makespan(tasks(1.5, 1.5, 1.5), 3, spacing=1.0) == 3.5
    # where jobs are longer than the spacing, one core never waits for it
    assert makespan(tasks(1.5, 1.5, 1.5), 1, spacing=1.0) == 4.5
    # where they are shorter, the spacing alone counts
    assert makespan(tasks(0.1, 0.1, 0.1), 8, spacing=1.0) == 2.1


def test_no_cores_and_circles_are_errors() -> None:
    with pytest.raises(ValueError, match="cores is 0; allowed: 1 or more"):
        makespan(tasks(1.0), 0)
    circle = {"a": Task(1.0, frozenset({"b"})), "b": Task(1.0, frozenset({"a"}))}
    with pytest.raises(ValueError, match="wait for each other: a, b"):
        makespan(circle, 2)


@given(
    seconds=st.lists(st.integers(0, 50), min_size=1, max_size=12),
    cores=st.integers(1, 5),
    picks=st.lists(st.integers(0, 10_000), min_size=12, max_size=12),
)
def test_no_schedule_beats_the_bounds_or_wastes_cores(
    seconds: list[int], cores: int, picks: list[int]
) -> None:
    # each task but the first may wait for one before it
    graph: dict[str, Task] = {}
    longest: list[int] = []
    for i, duration in enumerate(seconds):
        before = picks[i] % (i + 1)  # i itself: waits for nothing
        after = frozenset() if before == i else frozenset({str(before)})
        longest.append(duration + (longest[before] if after else 0))
        graph[str(i)] = Task(float(duration), after)
    length = makespan(graph, cores)
    assert length >= max(max(longest), sum(seconds) / cores)
    # Graham's bound for any schedule that leaves no core idle without need
    assert length <= sum(seconds) / cores + max(longest) * (1 - 1 / cores) + 1e-9
    assert makespan(graph, 1) == sum(seconds)


def test_the_task_of_the_highest_priority_starts_first() -> None:
    short = Task(1.0, priority=2.0)
    long = Task(3.0, priority=1.0)
    assert ends({"long": long, "short": short}, 1) == {"short": 1.0, "long": 4.0}
