"""Step ``generate``: a target, the image that networks learn, and its complexity."""

from pathlib import Path

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.drawings import DRAWINGS
from compsparse.studies.regime.targets.genome import Genome, read_genome_json
from compsparse.studies.regime.targets.influence import influence_maps
from compsparse.studies.regime.targets.picbreeder_zip import read_picbreeder_zip
from compsparse.studies.regime.targets.png_complexity import png_complexity
from compsparse.studies.regime.targets.png_files import read_picture
from workflow_engine.steps import Inputs, Outputs, single

# a map over most of the image identifies no part: any change of all colours would match it
_LARGEST_SHARE = 0.5


def run(inputs: Inputs, *, drawing: str | None = None) -> Outputs:
    """Make a target from exactly one source: a drawing made by code, or one of the inputs.

    Inputs: ``genome``, a JSON file or, by its suffix, a zip of Picbreeder; or ``picture``, a PNG.

    ``data``: ``rgb`` [row, column, channel], 256 x 256, float32 in [0, 1]; ``complexity``, see
    ``png_complexity``; for a genome with named parts ``influence`` [map, pixel] on the judged grid,
    see ``influence``, and the number of each map's ``part`` [map].
    """
    rgb = _image(inputs, drawing)
    known = _influence(read_genome(single(inputs, "genome"))) if "genome" in inputs else {}
    return {"data": {"rgb": rgb, "complexity": np.array(png_complexity(rgb)), **known}}


def _influence(genome: Genome) -> dict[str, np.ndarray]:
    """Return the influence maps of all parts that cover less than half of the image."""
    if not genome.parts:
        return {}
    maps = influence_maps(genome, largest_share=_LARGEST_SHARE)
    sizes = [len(group) for group in maps.values()]
    if not any(sizes):
        return {}
    return {
        "influence": np.concatenate(list(maps.values())).astype(np.float32),
        "part": np.repeat(np.arange(len(maps)), sizes),
    }


def read_genome(path: Path) -> Genome:
    """Read a genome from a JSON file or, by its suffix, a zip of Picbreeder.

    Raises:
        GenomeError: the file holds no genome.
    """
    return read_picbreeder_zip(path) if path.suffix.lower() == ".zip" else read_genome_json(path)


def _image(inputs: Inputs, drawing: str | None) -> Float32[np.ndarray, "256 256 3"]:
    given = [name for name in ("genome", "picture") if name in inputs]
    given += ["drawing"] if drawing is not None else []
    if len(given) != 1:
        raise ValueError(
            f"The target's sources are {', '.join(given) or 'none'}; allowed: exactly one of the "
            f"inputs 'genome' and 'picture' and the parameter 'drawing'."
        )
    if "genome" in inputs:
        genome = read_genome(single(inputs, "genome"))
        return draw_genome(genome, IMAGE_SIZE).astype(np.float32)
    if "picture" in inputs:
        return read_picture(single(inputs, "picture"))
    if drawing not in DRAWINGS:
        raise ValueError(f"drawing is {drawing!r}; allowed: {', '.join(DRAWINGS)}.")
    return DRAWINGS[drawing](IMAGE_SIZE)
