"""Jobs on finding the hidden factorization (document 004, Section 3.2, Appendix A)."""

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.structure_search.settings import StructureSearch


def collect(plan: Collector, settings: StructureSearch) -> None:
    """Add the jobs of this theme."""
    selecting = settings.selecting_estimator.evaluate
    plan.evaluate(
        "selecting_estimator",
        {},
        selecting.model_dump() | {"factors": list(Factorization.parse(selecting.factors).sizes)},
    )
    low_rank = settings.rank_counterexample.evaluate
    spaces = [list(Factorization.parse(sizes).sizes) for sizes in low_rank.factors]
    plan.evaluate(
        "rank_counterexample",
        {},
        low_rank.model_dump() | {"factors": spaces},
        render_params={"tolerance": low_rank.tolerance},
    )
    own = settings.own_table.evaluate
    plan.evaluate(
        "own_table",
        {},
        own.model_dump(exclude={"table"}),
        sources={"counted_table": own.table},
    )
