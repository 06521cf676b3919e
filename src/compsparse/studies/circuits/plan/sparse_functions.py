"""Jobs on what sparse and generic functions cost (document 000, definitions)."""

from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings.sparse_functions import SparseFunctions


def collect(plan: Collector, settings: SparseFunctions) -> None:
    """Add the jobs of this theme: constructions and counts, with nothing to generate or train."""
    for result in ("small_circuits", "decompositions", "sparse_share"):
        section = getattr(settings, result)
        plan.evaluate("sparse_functions", result, {}, section.evaluate.model_dump())
