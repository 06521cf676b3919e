"""Time until a network paints its target well, compared with the recipe on all pixels.

That recipe (Adam at 3e-3 on all 256 x 256 pixels, the gradient divided by its norm) takes hours, so
only its steps are measured, in the plain loop, and the rest is extrapolated: to the 100,000 that it
asks for, and to 10,000, after which its published log on the skull reports a loss of 0.0011, as low
as where networks of this shape have a similarity above 0.90. The project's trainings are run to the
end. They double their steps until the similarity is reached; all attempts count, each from a new
start. The target is the built face, whose PNG is about as complex as the skull's.
"""

import statistics
import time

import numpy as np
import torch

from benchmarks.modes import ROOT, cpu_seconds
from benchmarks.regime.cases import SKULL
from benchmarks.regime.plain_peer import PlainTraining
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.genome_json import read_genome_json
from compsparse.studies.regime.targets.similarity import ssim
from workflow_engine.seeds import generator

_WANTED = 0.90
_TARGET = 100.0  # ratio of times that was asked for
_SIZE = 256  # pixels of a side
_ATTEMPTS = (1200, 2400, 4800)  # steps; the first are those of the study
_PEER_STEPS = (10_000, 100_000)


def time_to_similarity(seeds: int, rounds: int) -> dict[str, object]:
    """Return CPU seconds of trainings, of a step of the plain loop, and their ratios."""
    project = [_project(seed) for seed in range(seeds)]
    peer = PlainTraining(_SIZE**2, normalised=True)
    peer.step()
    step = statistics.median(cpu_seconds(peer.step, 1) for _ in range(rounds))
    typical = statistics.median(seconds for seconds, _ in project)
    return {
        "wanted": _WANTED,
        "target": _TARGET,
        "own_seconds": [seconds for seconds, _ in project],
        "own_similarity": [similarity for _, similarity in project],
        "reached": sum(similarity >= _WANTED for _, similarity in project),
        "peer_step": step,
        "peer_seconds": {str(steps): steps * step for steps in _PEER_STEPS},
        "ratios": {str(steps): steps * step / typical for steps in _PEER_STEPS},
    }


def _project(seed: int) -> tuple[float, float]:
    """Return the CPU seconds of all attempts of a seed, and the similarity of the last one."""
    face = draw_genome(read_genome_json(ROOT / "workflow/targets/face.json"), _SIZE)
    colours = np.ascontiguousarray(face.astype(np.float32).reshape(-1, 3).T)
    wanted, inputs = torch.from_numpy(colours[None]), torch.from_numpy(pixel_inputs(_SIZE))
    similarity, start = 0.0, time.process_time()
    for steps in _ATTEMPTS:
        recipe = Recipe("muon", 0.02, 0.0005, steps, 512)
        begun = lecun_normal(SKULL, [generator(0, "time", seed, steps, "weights")])
        pixels = [generator(0, "time", seed, steps, "pixels")]
        trained = train(SKULL, wanted, begun, None, recipe, pixels, np.array([steps]))
        painted = images(SKULL, trained.weights, inputs)[0].numpy()
        similarity = float(ssim(painted.reshape(3, _SIZE, _SIZE).transpose(1, 2, 0), face))
        if similarity >= _WANTED:
            break
    return time.process_time() - start, similarity
