"""Which evaluations are made again: hashes decide, every root seed is looked at."""

from collections import Counter
from collections.abc import Collection

from compsparse.carry.drawing import Evaluation, Place, draw

RESULTS = [f"toy_{name}" for name in "abcdefgh"]
SEEDS = [Place("root seed", str(seed)) for seed in (12, 13, 14, 15)]
WORLDS = [Place("world", name) for name in ("without_noise", "without_depth")]
ALL = [Evaluation(place, result) for place in (*SEEDS, *WORLDS) for result in RESULTS]


def unit(drawn: Collection[Evaluation]) -> float:
    return float(len(drawn))


def test_root_seeds_and_worlds_take_turns_until_the_budget_is_spent() -> None:
    drawn = draw(ALL, "code", unit, budget=10.0, least=3)
    assert len(drawn) == len(set(drawn)) == 10
    counts = Counter(evaluation.place.kind for evaluation in drawn)
    assert counts == {"root seed": 8, "world": 2}
    assert set(Counter(e.place for e in drawn if e.place in SEEDS).values()) == {2}


def test_other_code_draws_others_and_the_same_code_the_same() -> None:
    one, other = (draw(ALL, text, unit, 5.0, 3) for text in ("code", "other code"))
    assert one == draw(reversed(ALL), "code", unit, 5.0, 3)
    assert set(one) != set(other)
    often = Counter(e for text in range(600) for e in draw(ALL, str(text), unit, 5.0, 3))
    # one of eight results at each root seed, one of sixteen in the worlds
    assert all(45 < often[Evaluation(seed, r)] < 110 for seed in SEEDS for r in RESULTS)
    assert all(15 < often[Evaluation(world, r)] < 65 for world in WORLDS for r in RESULTS)


def test_every_root_seed_is_looked_at_however_small_the_budget() -> None:
    costs = {result: 2.0**place for place, result in enumerate(RESULTS)}

    def cost(drawn: Collection[Evaluation]) -> float:
        return sum(costs[evaluation.result] for evaluation in drawn)

    for text in range(50):
        drawn = draw(ALL, str(text), cost, budget=0.0, least=1)
        assert {e.place for e in drawn} >= set(SEEDS)
        # what comes on top is among the cheaper half
        assert all(evaluation.result in RESULTS[:4] for evaluation in drawn[1:])
