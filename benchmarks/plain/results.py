"""The results that plain scripts make, and the matrix products that their trainings take."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """A result of a study; the script of the study's name makes it again.

    Attributes:
        name: of the result.
        assigned: values beside those of params.yaml, where the whole takes a plain script minutes.
        operations: multiplications and additions of matrices in all trainings; the lowest layer
            passes no gradient on.
    """

    name: str
    operations: float
    assigned: str = ""


def _training(examples: int, lowest: int, others: int) -> float:
    """Return the operations of a step of one network with so many weights."""
    return 2.0 * examples * (2 * lowest + 3 * others)


def _circuits() -> float:
    """Each of 64 runs learns each N from all tokens of programs of 22 and 12 gates."""
    counts = [round(32 * 2 ** (place / 3)) for place in range(10)]
    return sum(64 * 300 * _training(n, (13 + s) * s, 0) for s in (22, 12) for n in counts)


def _emergence() -> float:
    """Each of 24 runs of 32 neurons takes d^2 / 4 steps of 8 samples."""
    return sum(24 * d**2 / 4 * _training(8, 32 * d, 0) for d in (48, 96, 192))


def _factorial() -> float:
    """Five runs, four numbers of parents; blocks of width 2 d, an unembedding to 16."""
    return sum(20 * 1000 * _training(64, 4 * d**2, 2 * d**2 + 16 * d) for d in (16, 32, 64))


def _experts() -> float:
    """Three runs at four rates: experts, their units, and layers, besides one without experts."""
    routed = [(3, 24, 3), (3, 23, 3), (9, 23, 1), (27, 6, 1), (27, 24, 1)]
    blocks = [4 * number * width for number, width, _ in routed]
    steps = [
        _training(128, block, (2 * layers - 1) * block)
        for block, (*_, layers) in zip(blocks, routed, strict=True)
    ]
    return 12 * 1000 * (sum(steps) + _training(128, 13 * 37, (2 * 13 + 3 * 4) * 37))


def _regime() -> float:
    """Three runs at four rates; Muon's iterations are three products of seven matrices."""
    gradient = _training(512, 4 * 22, 7 * 22**2 + 22 * 3)
    return 12 * 400 * (3 * gradient + (5 + 20) * 3 * 2 * 7 * 22.0**3)


def _approximation() -> float:
    """Three runs at four rates, two targets, two orders; local, shared and dense weights."""
    tree = _training(128, 16 * 16, 7 * 16 * 32 + 16)
    return 48 * 1000 * (2 * tree + _training(128, 16 * 40, 2 * 40**2 + 40))


def _composition() -> float:
    """Three runs at two rates end after 1,000 steps on hard data, and about as many on the mixture.

    A token attends to 16, by two products.
    """
    return 6 * 2000 * _training(32 * 16, 0, 7 * (8 * 32**2 + 2 * 16 * 32) + 32 * 12)


def _tickets() -> float:
    """Three students of each of 11 teachers take 11 rounds on average, besides a dense training."""
    return 33 * 12 * 800 * _training(256, 33 * 64, 65)


RESULTS = {
    "circuits": Result(
        "circuits_failure_probability",
        _circuits(),
        "circuits.failure_probability.generate.runs=64"
        " circuits.failure_probability.evaluate.odds=[8]"
        " circuits.failure_probability.evaluate.groups=8",
    ),
    "emergence": Result(
        "emergence_network_search",
        _emergence(),
        "emergence.network_search.generate.dimensions=[48,96,192]",
    ),
    "factorial": Result("factorial_parent_map", _factorial()),
    "experts": Result("experts_independent", _experts(), "experts.maps.runs=3"),
    # five runs, seven functions, three rates
    "genericity": Result(
        "genericity_half_table",
        105 * 2000 * _training(64, 11 * 64, 64 * 64 + 64),
    ),
    "approximation": Result(
        "approximation_locality",
        _approximation(),
        "approximation.locality.generate.runs=3"
        " approximation.locality.train.rates=[0.003,0.01,0.03,0.1]",
    ),
    "composition": Result("composition_last_layer", _composition()),
    "tickets": Result(
        "tickets_kept_weights",
        _tickets(),
        "tickets.students.pruning.rounds.bend=0.002 tickets.law.generate.harder=[]",
    ),
    "regime": Result("regime_optimizers", _regime(), "regime.optimizers.train.runs=3"),
}
