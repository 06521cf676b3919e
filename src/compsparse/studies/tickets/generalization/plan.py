"""Jobs on the gap (document 000, 'The answers': what controls generalisation; Summary, item 4)."""

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.generalization.settings import GeneralizationTheme
from compsparse.studies.tickets.wired import jobs

NAME = "generalization"
VARIED = "complexity_measures"


def collect(plan: Collector, settings: GeneralizationTheme) -> None:
    """Add the jobs of this theme."""
    networks = jobs.networks(plan, settings.wired)
    plan.evaluate(
        "compsparse.studies.tickets.generalization.evaluate_generalization",
        {"models": networks.paths},
        {"about": networks.about},
        render="compsparse.studies.tickets.generalization.render_generalization",
    )
    paths, about = list(networks.paths), list(networks.about)
    usual, varied = settings.wired.train, settings.complexity_measures.train
    plain = {"examples": varied.at_examples, "noise": 0.0, "decay": usual.decay}
    others = [{**plain, "decay": decay} for decay in varied.decays]
    others += [{**plain, "noise": noise} for noise in varied.noises]
    for wiring in varied.wirings:
        for channels in (usual.channels, *varied.channels):
            cells = others if channels == usual.channels else [plain]
            held = jobs.described(settings.wired, wiring, channels, cells)
            name = f"{wiring}-channels_{channels}"
            paths.append(jobs.trained(plan, settings.wired, VARIED, name, held))
            about.append(held)
    compared_with = {**plain, "channels": usual.channels}
    plan.evaluate(
        "compsparse.studies.tickets.generalization.evaluate_complexity_measures",
        {"models": paths},
        {"about": about, "wirings": varied.wirings, "usual": compared_with},
        render="compsparse.studies.tickets.generalization.render_complexity_measures",
        render_params={"usual": compared_with},
    )
