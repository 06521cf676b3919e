"""Stories end to end: from texts to answers in words, by constructed and by trained layers."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.model import Read, layer_outputs, readout
from compsparse.studies.composition.story import words
from compsparse.studies.composition.story.stories import Stories, read_stories
from compsparse.studies.composition.task.hops import all_hops, layers_needed
from compsparse.studies.composition.written_down.layers import (
    Permutations,
    composing_layers,
    written_hops,
)

_ARRAYS = {
    "layers": Float32[np.ndarray, "run layer token token"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
    "rate": Float64[np.ndarray, "rate"],
    "validation": Float64[np.ndarray, "rate"],
}
Written = Float64[np.ndarray, "story layer fold n n"]


@stats.evaluates
def run(inputs: stats.Inputs, *, sharpness: float) -> stats.Evaluation:
    """Return one row per model, run and layer.

    A layer's row has its accuracy on new stories, and its answer, with the weight on it, to the
    document's question among the other sentences that the figure draws.

    Args:
        sharpness: logit of the key that a query wants, of the written-down transformer.
    """
    model = stats.read_named_axes(stats.single(inputs, "trained"), _ARRAYS)
    symbols = model["hidden"].shape[2]
    path = stats.single(inputs, "stories")
    tests, documents = (read_stories(path, part, symbols) for part in ("test", "document"))
    drawn = words.documents(symbols)[None]
    rows, mapped = [], []
    right: dict[str, list[float]] = {"written_down": [], "trained": []}
    document: dict[str, list[float]] = {"written_down": [], "trained": []}
    for run, (hidden, layers) in enumerate(zip(model["hidden"], model["layers"], strict=True)):
        models: dict[str, Callable[[Int64[np.ndarray, "story fold n"]], Written]] = {
            "written_down": partial(_written_down, hidden, sharpness),
            "trained": partial(_trained, layers),
        }
        mapped.append(_mapped(tests[run], hidden))
        for name, answer in models.items():
            found = answer(words.read_as(tests[run].relations, hidden))
            shown = answer(words.read_as(drawn, hidden))[0]
            right[name].append(_in_words(tests[run], found))
            found_documents = answer(words.read_as(documents[run].relations, hidden))
            document[name].append(_in_words(documents[run], found_documents))
            rows += _rows(name, run, tests[run], found, shown)
    exact = {
        "mapped_right": mapped,
        "written_down_right": right["written_down"],
        "written_down_document": document["written_down"],
    }
    return stats.Evaluation(
        pd.DataFrame(rows),
        {
            "trained_document": stats.MeanOf(np.array(document["trained"]), support=stats.SHARE),
            **{name: stats.exact(float(min(values))) for name, values in exact.items()},
        },
    )


def _written_down(
    hidden: Permutations, sharpness: float, read: Int64[np.ndarray, "story fold n"]
) -> Written:
    layers = composing_layers(hidden, sharpness)
    return np.stack([written_hops(layers, story) for story in read])


def _trained(
    layers: Float32[np.ndarray, "layer token token"], read: Int64[np.ndarray, "story fold n"]
) -> Written:
    outs = layer_outputs(list(layers), Read(read))
    found = [readout(out, hop, read.shape[1]) for hop, out in enumerate(outs)]
    return np.stack(found, axis=1).astype(np.float64)


def _mapped(stories: Stories, hidden: Permutations) -> float:
    """Return the share of stories whose answer in words is that of the permutations composed."""
    longest = all_hops(words.read_as(stories.relations, hidden), hidden)[-1][:, 0]
    places = longest[np.arange(len(stories.thing)), stories.thing]
    return _equal([words.answer(int(place)) for place in places], stories.answer)


def _in_words(stories: Stories, found: Written) -> float:
    """Return the share of stories to which the last layer gives the right answer, in words."""
    asked = found[np.arange(len(stories.thing)), -1, 0, stories.thing].argmax(axis=-1)
    return _equal([words.answer(int(place)) for place in asked], stories.answer)


def _equal(given: list[str], wanted: list[str]) -> float:
    return float(np.mean([answer == right for answer, right in zip(given, wanted, strict=True)]))


def _rows(
    name: str,
    run: int,
    tests: Stories,
    found: Written,
    shown: Float64[np.ndarray, "layer fold n n"],
) -> list[dict[str, object]]:
    pairs = zip(tests.relations, tests.thing, strict=True)
    looked_up = np.array([words.looked_up(story, int(thing)) for story, thing in pairs])
    asked = np.arange(len(tests.thing))
    rows: list[dict[str, object]] = []
    for layer in range(layers_needed(words.FOLDS)):
        answers = found[asked, layer, 0, tests.thing].argmax(axis=-1)
        best = int(shown[layer, 0, 0].argmax())
        rows.append(
            {
                "model": name,
                "run": run,
                "layer": layer + 1,
                "hops": 2**layer,
                "right": float((answers == looked_up[:, layer]).mean()),
                "word": words.VOCABULARIES[layer + 1][best],
                "weight": float(shown[layer, 0, 0, best]),
                "symbols": shown.shape[-1],
            }
        )
    return rows
