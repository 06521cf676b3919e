"""Whether what was measured beside a claim lets its verdict say anything."""

from collections.abc import Iterable, Mapping

from compsparse.claims.measurement import Measurement
from compsparse.claims.registry import Need


def unmet(needs: Iterable[Need], measured: Mapping[str, Measurement]) -> str | None:
    """Return why a claim is not testable, None where all its needs are met.

    Args:
        needs: of the claim.
        measured: the metrics of its result.
    """
    for need in needs:
        found = measured.get(need.metric)
        if found is None or not need.accept.contains(found.value):
            return need.otherwise
    return None
