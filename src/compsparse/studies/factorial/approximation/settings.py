"""Settings of approximation complexity (document 004, Section 3.1)."""

from compsparse.studies.factorial.shared_settings import Theorem
from compsparse.validation.strict_model import StrictModel


class ExactFactorization(StrictModel):
    """Theorem 1."""

    generate: Theorem


class Approximation(StrictModel):
    """The experiments on approximation complexity."""

    exact_factorization: ExactFactorization
