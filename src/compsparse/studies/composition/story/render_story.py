"""Render step: the document's question end to end, from sentences to what each layer answers."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.story import words

_HEADS = ("things", "people", "companions", "places")
_SHIFTS = (0, 1, 0, 2)  # of rows, by column: the question's way shall not be a straight line
_MODELS = {"trained": "trained", "written_down": "written down"}
_HALF = 0.19  # of a word's width, in columns


@fig.renders("model", "run", "layer", "right", "word", "weight", "symbols")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.7)
    fig.headline(figure, headline)
    axes = figure.subplots()
    axes.set_axis_off()
    trained = table[table["model"] == "trained"]
    layers = sorted(set(trained["layer"]))
    colors = fig.sequential(len(layers))
    symbols = int(table["symbols"].iloc[0])
    _story(axes, symbols)
    for layer, color in zip(layers, colors, strict=True):
        rows = trained[trained["layer"] == layer]
        # the runs' most frequent answer; all runs weigh it
        word = str(rows["word"].mode().iloc[0])
        _answer(axes, layer, word, float(rows["weight"].mean()), -symbols, color)
    axes.set_xlim(-0.3, len(_HEADS) - 0.7)
    axes.set_ylim(0.1 - symbols - 0.85 * len(layers), 1.8)
    last = table[table["layer"] == table["layer"].max()]
    shares = last.groupby("model")["right"].mean()
    right = " and ".join(f"{_share(shares[model])} {word}" for model, word in _MODELS.items())
    fig.footer(
        figure,
        "Colored: what each layer of the trained model answers, and with which weight. Right\n"
        f"answers to new stories: {right}; mean of {trained['run'].nunique()} runs, each with\n"
        "hidden permutations of its own. The fourth hop leads from a place to itself.",
    )
    return fig.settle(figure)


def _share(value: float) -> str:
    return f"{value:.1%}" if 0.99 < value < 1 else f"{value:.0%}"


def _row(column: int, word: int, symbols: int) -> int:
    return -((word + _SHIFTS[column]) % symbols)


def _story(axes: fig.Axes, symbols: int) -> None:
    """Draw all words, a line for each sentence, and the question's own in ink."""
    relations = words.documents(symbols)
    for column, head in enumerate(_HEADS):
        fig.write(axes, head, column, 0.75, ha="center")
        for word, text in enumerate(words.VOCABULARIES[column][:symbols]):
            told = word == 0  # of the document's story
            axes.text(
                column,
                _row(column, word, symbols),
                text,
                ha="center",
                va="center",
                color=fig.INK if told else fig.GREY,
                fontweight="bold" if told else "normal",
            )
    for column, relation in enumerate(relations):
        said = words.sentence(column, 0, 0)
        fig.write(axes, said, column + 0.5, 1.45, ha="center", color=fig.INK)
        for word, after in enumerate(relation):
            ends = _row(column, word, symbols), _row(column + 1, int(after), symbols)
            axes.annotate(
                "",
                (column + 1 - _HALF - 0.04, ends[1]),
                (column + _HALF + 0.04, ends[0]),
                arrowprops={
                    "arrowstyle": "->" if word == 0 else "-",
                    "color": fig.INK if word == 0 else fig.GREY,
                    "linewidth": 1.6 if word == 0 else 0.5,
                    "alpha": 1.0 if word == 0 else 0.5,
                },
            )


def _answer(axes: fig.Axes, layer: int, word: str, weight: float, low: int, color: str) -> None:
    """Draw what a layer answers to the question, as an arrow from the thing to the column."""
    height = low + 0.35 - 0.85 * layer
    arrow = {"arrowstyle": "->", "color": color, "linewidth": 1.6}
    axes.annotate("", (layer + _HALF, height), (-_HALF, height), arrowprops=arrow)
    axes.text(
        layer / 2,
        height + 0.12,
        f"layer {layer}: {word} ({weight:.2f})",
        ha="center",
        va="bottom",
        color=fig.for_text(color),
    )
