"""Settings and jobs on approximation complexity (document 004, Section 3.1)."""

from compsparse.studies.factorial.collector import Collector, slug
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import Generated, Theorem
from workflow_engine.validation.strict_model import StrictModel


class Approximation(StrictModel):
    """The experiments on approximation complexity."""

    exact_factorization: Generated[Theorem]  # Theorem 1


def collect(plan: Collector, settings: Approximation) -> None:
    """Add the jobs of this theme."""
    theorem = settings.exact_factorization.generate
    for sizes in theorem.input_factors:
        for parents in theorem.parents:
            if parents <= len(Factorization.parse(sizes).sizes):
                cell = f"{slug(sizes)}_parents_{parents}"
                plan.generate_datasets("exact_factorization", cell, theorem, sizes, parents=parents)
    datasets = {"datasets": plan.datasets("exact_factorization")}
    plan.evaluate(
        "compsparse.studies.factorial.approximation.evaluate_exact_factorization",
        datasets,
        render="compsparse.studies.factorial.approximation.render_exact_factorization",
    )
    # the construction of Appendix A for fixed embeddings, on the same graphs
    plan.evaluate(
        "compsparse.studies.factorial.approximation.evaluate_compatible_construction",
        datasets,
        render="compsparse.studies.factorial.approximation.render_compatible_construction",
    )
