"""Jobs on networks that emulate gates (Lemmas 3 and 4)."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.emulation.settings import Disturbed, Emulation


def collect(plan: JobCollector, settings: Emulation) -> None:
    """Add the jobs of this theme: single gates, disturbed inputs, and noise at every gate."""
    plan.evaluate("gate_emulators", {}, settings.gate_emulators.evaluate.model_dump())
    machines = plan.made("generate", "data", "machines")
    named = {PurePosixPath(path).stem: path for path in machines}
    networks = _networks(plan, "error_propagation", settings.error_propagation.generate, named)
    plan.evaluate("error_propagation", *networks)
    networks = _networks(plan, "gate_noise", settings.gate_noise.generate, {}, gate_noise=True)
    plan.evaluate("noise_at_every_gate", *networks)


def _networks(
    plan: JobCollector,
    experiment: str,
    settings: Disturbed,
    others: Mapping[str, str],
    *,
    gate_noise: bool = False,
) -> tuple[dict[str, list[str]], dict[str, object]]:
    """Disturb the networks of both families and of other files of circuits, by name.

    Returns the inputs and the parameters of their evaluation.
    """
    circuits = {
        family: plan.generate(
            f"{experiment}_circuits",
            family,
            "depth_family",
            {"family": family, "bits": settings.lengths},
        )
        for family in FAMILIES
    } | dict(others)
    made = {**settings.model_dump(exclude={"lengths"}), "gate_noise": gate_noise}
    errors = [
        plan.generate(experiment, name, "disturbed_networks", made, {"circuits": path})
        for name, path in circuits.items()
    ]
    swept = settings.model_dump(exclude={"lengths", "inputs"})
    return {"networks": errors}, {"circuits": list(circuits), **swept}
