"""Jobs on networks that emulate gates (Lemmas 3 and 4)."""

from pathlib import PurePosixPath

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.emulation.settings import Disturbed, Emulation


def collect(plan: JobCollector, settings: Emulation) -> None:
    """Add the jobs of this theme: single gates, disturbed inputs, and noise at every gate."""
    gates = settings.gate_emulators.evaluate.model_dump()
    plan.evaluate("gate_emulators", {}, gates)

    disturbed = settings.error_propagation.generate
    machines = plan.made("generate", "data", "machines")
    sources = _families(plan, "error_propagation", disturbed)
    sources |= {PurePosixPath(path).stem: path for path in machines}
    networks = _networks(plan, "error_propagation", disturbed, sources, gate_noise=False)
    swept = {"circuits": list(sources), **disturbed.model_dump(exclude={"lengths", "inputs"})}
    plan.evaluate("error_propagation", {"networks": networks}, swept)

    noisy = settings.gate_noise.generate
    sources = _families(plan, "gate_noise", noisy)
    networks = _networks(plan, "gate_noise", noisy, sources, gate_noise=True)
    swept = {"circuits": list(sources), **noisy.model_dump(exclude={"lengths", "inputs"})}
    plan.evaluate("noise_at_every_gate", {"networks": networks}, swept)


def _families(plan: JobCollector, experiment: str, settings: Disturbed) -> dict[str, str]:
    """Return the files of circuits of each family by name."""
    return {
        family: plan.generate(
            f"{experiment}_circuits",
            family,
            "depth_family",
            {"family": family, "bits": settings.lengths},
        )
        for family in FAMILIES
    }


def _networks(
    plan: JobCollector,
    experiment: str,
    settings: Disturbed,
    sources: dict[str, str],
    *,
    gate_noise: bool,
) -> list[str]:
    """Return the errors of the networks of each file of circuits."""
    return [
        plan.generate(
            experiment,
            name,
            "disturbed_networks",
            {**settings.model_dump(exclude={"lengths"}), "gate_noise": gate_noise},
            {"circuits": path},
        )
        for name, path in sources.items()
    ]
