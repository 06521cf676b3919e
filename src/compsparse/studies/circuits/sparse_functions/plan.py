"""Jobs on what sparse and generic functions cost (document 000, definitions)."""

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.sparse_functions.settings import SparseFunctions


def collect(plan: JobCollector, settings: SparseFunctions) -> None:
    """Add the jobs of this theme: constructions and counts, with nothing to generate or train."""
    for result in ("small_circuits", "decompositions", "sparse_share"):
        section = getattr(settings, result)
        plan.evaluate(result, {}, section.evaluate.model_dump())
