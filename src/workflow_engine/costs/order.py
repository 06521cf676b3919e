"""The order in which results are made: the cheapest first, so that figures come early.

A result is a figure or a study's verdicts, and costs what the jobs behind it take that are still
to be done. The cheapest is taken, its jobs are done with, and the others are compared anew. Of all
jobs whose inputs are there, Snakemake's greedy scheduler starts those of the highest priority. A
long job that began last would run alone while the other cores wait: it begins while enough is left
for them, so that the whole takes hardly longer than their work divided by the cores or the longest
chain, whichever is more (docs/costs.md).
"""

from collections.abc import Collection
from itertools import accumulate

from workflow_engine.costs.book import CostBook

_RESULTS = {"render", "judge"}  # the steps that people wait for
_UNMEASURED = (
    3600.0  # seconds of a job that was never measured: what is known to be cheap comes first
)


def priorities(book: CostBook, records: Collection[str], cores: int = 1) -> dict[str, float]:
    """Return the priority of each of some jobs, by record path; higher ones are to start first.

    The whole part counts results, from the last one up; a job has that of the first result that
    needs it or of an earlier one, if later it would keep the end waiting, or 0 where none needs it.
    The rest, below 1, orders the jobs of a result by their length.

    Args:
        book: the plan, and what was measured of it.
        records: the jobs that are to be run; whatever else they need is there.
        cores: how many run at a time.
    """
    seconds = {
        record: found.cost.wall if (found := book.find(record)) is not None else _UNMEASURED
        for record in records
    }
    longest = max(seconds.values(), default=0.0)
    priority = dict.fromkeys(seconds, 0.0)
    order = _order(book, seconds)
    chain = _chains(book, seconds)
    of_result = [sum(seconds[record] for record in jobs) for jobs in order]
    left = [*accumulate(reversed(of_result))][::-1]
    for place, jobs in enumerate(order):
        for record in jobs:
            begun = place
            while begun > 0 and left[begun] < cores * chain[record]:
                begun -= 1
            priority[record] = len(order) - begun + seconds[record] / (1.0 + longest)
    return priority


def _chains(book: CostBook, seconds: dict[str, float]) -> dict[str, float]:
    """Return how long each job takes with all that must wait for it, where cores are free."""
    users: dict[str, list[str]] = {record: [] for record in seconds}
    for record in seconds:
        for before in book.before[record].intersection(users):
            users[before].append(record)
    found: dict[str, float] = {}

    def chain(record: str) -> float:
        if record not in found:
            found[record] = seconds[record] + max(map(chain, users[record]), default=0.0)
        return found[record]

    return {record: chain(record) for record in seconds}


def _order(book: CostBook, seconds: dict[str, float]) -> list[list[str]]:
    """Return the jobs of each result, less those of the results before it, in the order above."""
    behind = _behind(book, seconds)
    needed_by: dict[str, list[str]] = {record: [] for record in seconds}
    for result, jobs in behind.items():
        for record in jobs:
            needed_by[record].append(result)
    cost = {result: sum(seconds[record] for record in jobs) for result, jobs in behind.items()}
    order, placed = [], set[str]()
    while cost:
        cheapest = min(cost, key=lambda result: (cost[result], result))
        new = [record for record in behind[cheapest] if record not in placed]
        for record in new:
            for result in needed_by[record]:
                if result in cost:
                    cost[result] -= seconds[record]
        placed.update(new)
        del cost[cheapest]
        order.append(new)
    return order


def _behind(book: CostBook, records: Collection[str]) -> dict[str, list[str]]:
    """Return for each result among some jobs itself and all of them that it waits for, sorted."""
    found: dict[str, list[str]] = {}
    for result in sorted(records):
        if book.jobs[result].step not in _RESULTS:
            continue
        seen, waiting = {result}, [result]
        while waiting:
            needed = book.before[waiting.pop()]
            new = [record for record in needed if record in records and record not in seen]
            seen.update(new)
            waiting += new
        found[result] = sorted(seen)
    return found
