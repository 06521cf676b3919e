"""Step: judge every claim of a study on the metrics of its results."""

from compsparse.claims.errors import ClaimsError
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.measurement import Measurement, Metrics, read_metrics
from compsparse.claims.needs import unmet
from compsparse.claims.registry import Claim, Registry, read_registry
from compsparse.claims.theory import against_theory
from compsparse.claims.verdict import Judgment, judge_measurement
from workflow_engine.configuration.scales import Scale, is_below
from workflow_engine.steps import Inputs, Outputs, many, single


def run(inputs: Inputs, *, study: str, scale: Scale, root_seed: int) -> Outputs:
    """Return the values of all metrics of the study, and its claims as this run alone judges them.

    Inputs:
        metrics: the ``<result>.metrics.json`` files.
        claims: ``workflow/claims/<study>.yaml``.
    Outputs: metrics (result -> metric -> value); claims (a list, see ``judged``).

    Raises:
        ClaimsError: a claims file or metrics that do not fit each other.
        ArtifactError: a metrics file that is missing or not JSON.
    """
    path = single(inputs, "claims")
    registry = read_registry(path)
    if registry.study != study:
        raise ClaimsError(
            f"{path}: study has the value {registry.study!r}, but the step judges "
            f"{study!r}; correct the plan's input or params."
        )
    metrics = read_metrics(many(inputs, "metrics"))
    if unknown := sorted(metrics.keys() - registry.by_id.keys()):
        raise ClaimsError(
            f"{path}: metrics came for {', '.join(unknown)}; the registry has the results "
            f"{', '.join(registry.by_id)}. List the result there, or correct the plan."
        )
    judged = [judge_claim(claim, registry, metrics, scale) for claim in registry.claims]
    return {
        "metrics": {
            result: {name: m.value for name, m in metrics[result].items()}
            for result in registry.by_id
            if result in metrics
        },
        "claims": [c.model_copy(update={"root_seed": root_seed}).row() for c in judged],
    }


def judge_claim(claim: Claim, registry: Registry, metrics: Metrics, scale: Scale) -> JudgedClaim:
    """Return ``claim`` with its measurement at ``scale`` and its verdict."""
    measurement = measured(claim.metric, metrics)
    why = dict(claim.why)
    if is_below(scale, claim.scale):
        judgment = Judgment("not testable")
    elif measurement is None:
        # an edited sweep may lack what a claim is about; a slip in the name is caught by a test
        judgment = Judgment("not testable")
        why["not testable"] = f"{claim.metric} is not measured with these parameters"
    elif (reason := unmet(claim.needs, metrics[claim.result])) is not None:
        judgment = Judgment("not testable")
        why["not testable"] = reason
    else:
        judgment = judge_measurement(claim.kind, claim.accept, measurement)
    needs_explanation = judgment.verdict in {"fails", "undecided"}
    return JudgedClaim(
        id=claim.id,
        role=claim.role,
        tests=claim.tests,
        figure=f"figures/{claim.result}.svg",
        statement=claim.statement,
        source=claim.source,
        metric=claim.metric,
        kind=claim.kind,
        value=measurement.value if measurement else None,
        low=measurement.low if measurement else None,
        high=measurement.high if measurement else None,
        seeds=measurement.n if measurement else None,
        samples=measurement.samples if measurement else None,
        support=measurement.support if measurement else None,
        successes=measurement.successes if measurement else None,
        asymptotic=against_theory(claim, claim.theory, measurement),
        finite_size=against_theory(claim, predicted(claim, metrics), measurement),
        margin=claim.margin,
        margin_reason=claim.margin_reason or "",
        accept=claim.accept,
        origin=claim.origin,
        band=claim.band,
        scale=claim.scale,
        judged_at=scale,
        verdict=judgment.verdict,
        seeds_needed=judgment.seeds_needed,
        why=why.get(judgment.verdict, NOT_YET_EXPLAINED if needs_explanation else ""),
        explanations=claim.why,
        registered=claim.registered,
    )


def predicted(claim: Claim, metrics: Metrics) -> float | None:
    """Return what theory predicts at these sizes, where it predicts something."""
    if not isinstance(claim.finite_size, str):
        return claim.finite_size
    found = measured(claim.finite_size, metrics)
    return found.value if found else None


def measured(name: str, metrics: Metrics) -> Measurement | None:
    """Return the metric ``<result>.<metric>``, where it was measured."""
    result, metric = name.split(".")
    return metrics.get(result, {}).get(metric)
