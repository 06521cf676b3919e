"""Step ``generate`` of a target: the image that networks learn, and how complex it is."""

from pathlib import Path

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.drawings import DRAWINGS
from compsparse.studies.regime.targets.genome import Genome, read_genome_json
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.influence import influence_maps
from compsparse.studies.regime.targets.picbreeder_zip import read_picbreeder_zip
from compsparse.studies.regime.targets.png_complexity import png_complexity
from compsparse.studies.regime.targets.png_files import read_picture
from workflow_engine.steps import Inputs, Outputs, Params, single

# a map over most of the image says nothing about a part: any change of all colours would fit it
_LARGEST_SHARE = 0.5


def run(inputs: Inputs, params: Params) -> Outputs:
    """Make a target from exactly one source.

    Inputs: ``genome``, a JSON file or, by its ending, Picbreeder's zip; or ``picture``, a PNG.
    Params: ``drawing``, the name of one made by code; absent or null with a file.

    ``data``: ``rgb`` [row, column, channel], 256 x 256, float32 in [0, 1]; ``complexity``, see
    ``png_complexity``; of a genome with named parts ``influence`` [map, pixel] on the judged grid,
    see ``influence``, and the number of each map's ``part`` [map].
    """
    rgb = _image(inputs, params)
    known = _influence(read_genome(single(inputs, "genome"))) if "genome" in inputs else {}
    return {"data": {"rgb": rgb, "complexity": np.array(png_complexity(rgb)), **known}}


def _influence(genome: Genome) -> dict[str, np.ndarray]:
    """Return the maps of all parts that do not spread over half of the image or more."""
    if not genome.parts:
        return {}
    maps = influence_maps(genome, largest_share=_LARGEST_SHARE)
    if not any(len(of_part) for of_part in maps.values()):
        return {}
    return {
        "influence": np.concatenate(list(maps.values())).astype(np.float32),
        "part": np.repeat(np.arange(len(maps)), [len(of_part) for of_part in maps.values()]),
    }


def read_genome(path: Path) -> Genome:
    """Read a genome from a JSON file or, by its ending, Picbreeder's zip (GenomeError: none)."""
    return read_picbreeder_zip(path) if path.suffix.lower() == ".zip" else read_genome_json(path)


def _image(inputs: Inputs, params: Params) -> Float32[np.ndarray, "256 256 3"]:
    drawing = params.get("drawing")
    given = [name for name in ("genome", "picture") if name in inputs]
    given += ["drawing"] if drawing is not None else []
    if len(given) != 1:
        raise ValueError(
            f"The target's sources are {', '.join(given) or 'none'}; allowed: exactly one of the "
            f"inputs 'genome' and 'picture' and the param 'drawing'."
        )
    if "genome" in inputs:
        genome = read_genome(single(inputs, "genome"))
        return draw_genome(genome, IMAGE_SIZE).astype(np.float32)
    if "picture" in inputs:
        return read_picture(single(inputs, "picture"))
    if drawing not in DRAWINGS:
        raise ValueError(f"drawing is {drawing!r}; allowed: {', '.join(DRAWINGS)}.")
    return DRAWINGS[drawing](IMAGE_SIZE)
