"""Settings and jobs on networks that emulate gates (Lemmas 3 and 4)."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated

from pydantic import Field

from compsparse.studies.circuits.arithmetic.chains import FAMILIES
from compsparse.studies.circuits.networks.subnetwork import LARGEST_FAN_IN
from compsparse.studies.circuits.settings import Evaluated, Generated
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel
from workflow_engine.job_collector import JobCollector

Deviation = Annotated[float, Field(gt=0, lt=0.5, description="delta, of inputs from bits")]
Deviations = Annotated[list[Deviation], Field(min_length=1), Increasing]
# from 1/6 on, three sources can add up to halfway between two whole numbers
Fitted = Annotated[float, Field(ge=0, lt=0.5 / LARGEST_FAN_IN)]
Decimals = Annotated[int, Field(ge=1, le=13, description="of the accuracy 10^-decimals")]
Lengths = Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=2), Increasing]


class Curves(StrictModel):
    """What is measured at single gates."""

    deviations: Deviations
    beta: PositiveNumber = Field(description="slope of the sigmoid whose errors are shown")
    fitted_deviations: Annotated[list[Fitted], Field(min_length=1), Increasing]
    decimals: Annotated[list[Decimals], Field(min_length=3), Increasing]


class Disturbed(StrictModel):
    """Circuits whose networks are disturbed, and how."""

    lengths: Lengths = Field(description="bits of the parity chains and of an adder's numbers")
    deviations: Deviations
    accuracy_bits: Annotated[int, Field(ge=1, le=40, description="m_out, of the sigmoids")]
    inputs: Positive = Field(description="drawn for each circuit in each run")
    runs: Positive = Field(description="independent replicates")


class Emulation(StrictModel):
    """The experiments of this theme."""

    gate_emulators: Evaluated[Curves] = Field(description="single gates (Lemma 3)")
    error_propagation: Generated[Disturbed] = Field(
        description="whole networks on disturbed inputs (Lemma 4)"
    )
    gate_noise: Generated[Disturbed] = Field(
        description="whole networks with noise at every gate (Lemma 4, accumulated error)"
    )


def collect(plan: JobCollector, settings: Emulation) -> None:
    """Add the jobs of this theme: single gates, disturbed inputs, and noise at every gate."""
    plan.evaluate(
        "compsparse.studies.circuits.emulation.evaluate_gate_emulators",
        {},
        settings.gate_emulators.evaluate.model_dump(),
        render="compsparse.studies.circuits.emulation.render_gate_emulators",
    )
    machines = plan.made("generate", "data", "machines")
    named = {PurePosixPath(path).stem: path for path in machines}
    plan.evaluate(
        "compsparse.studies.circuits.emulation.evaluate_error_propagation",
        *_networks(plan, "error_propagation", settings.error_propagation.generate, named),
        render="compsparse.studies.circuits.emulation.render_error_propagation",
    )
    plan.evaluate(
        "compsparse.studies.circuits.emulation.evaluate_noise_at_every_gate",
        *_networks(plan, "gate_noise", settings.gate_noise.generate, {}, gate_noise=True),
        render="compsparse.studies.circuits.emulation.render_noise_at_every_gate",
    )


def _networks(
    plan: JobCollector,
    experiment: str,
    settings: Disturbed,
    machines: Mapping[str, str],
    *,
    gate_noise: bool = False,
) -> tuple[dict[str, list[str]], dict[str, object]]:
    """Add the networks of an experiment; return the inputs and parameters of its evaluation."""
    families = {
        family: plan.generate(
            f"{experiment}_circuits",
            family,
            "compsparse.studies.circuits.emulation.generate_depth_family",
            {"family": family, "bits": settings.lengths},
        )
        for family in FAMILIES
    }
    circuits = {**families, **machines}
    errors = [
        plan.generate(
            experiment,
            name,
            "compsparse.studies.circuits.emulation.generate_disturbed_networks",
            {**settings.model_dump(exclude={"lengths"}), "gate_noise": gate_noise},
            {"circuits": path},
        )
        for name, path in circuits.items()
    ]
    swept = settings.model_dump(exclude={"lengths", "inputs"})
    return {"networks": errors}, {"circuits": list(circuits), **swept}
