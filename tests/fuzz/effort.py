"""How long the fuzzer tries: the same few examples in the suite, many random ones on demand.

``make fuzz`` sets ``COMPSPARSE_FUZZ`` to the factor by which there are more examples, and they are
others each time. What it finds is written into the test as an ``@example`` when it is mended.
"""

import os

from hypothesis import HealthCheck, settings

FACTOR = int(os.environ.get("COMPSPARSE_FUZZ", "0"))


def tries(examples: int) -> settings:
    """Return the settings of a test with this many examples in the suite."""
    return settings(
        max_examples=examples * max(FACTOR, 1),
        derandomize=FACTOR == 0,
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
