"""The stories: agreement over a distance, told once each."""

import math

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps.stories.template import (
    ENTROPY,
    LENGTH,
    WORDS,
    all_stories,
    contexts,
)


def told() -> list[list[str]]:
    return [[WORDS[word] for word in story] for story in all_stories()]


def test_there_are_as_many_as_choices_and_all_differ() -> None:
    stories = all_stories()
    assert stories.shape == (8 * 5 * 2 * 5 * 5 * 4, LENGTH)
    assert len(np.unique(stories, axis=0)) == len(stories)
    assert pytest.approx(math.log(8000)) == ENTROPY * LENGTH


def test_words_agree_over_the_distance() -> None:
    for story in told()[::37]:
        female = story[0] in {"anna", "clara", "emma", "maria"}
        assert {word for word in story if word in {"she", "he"}} == {"she" if female else "he"}
        assert {word for word in story if word in {"her", "his"}} == {"her" if female else "his"}
        assert story.count("she" if female else "he") == 2
        number = story.index("one") if "one" in story else story.index("two")
        seen = story[number + 1]
        assert story.count(seen) == 2
        verb = story[len(story) - 1 - story[::-1].index(seen) + 2]
        assert verb == ("is" if story[number] == "one" else "are")


def test_contexts_look_back_from_each_word() -> None:
    stories = all_stories()[:3]
    seen = contexts(stories, 4)
    assert seen.shape == (3, LENGTH, 4)
    assert seen[1, 0].tolist() == [len(WORDS)] * 4
    assert seen[1, 2].tolist() == [*stories[1, [1, 0]], len(WORDS), len(WORDS)]
    np.testing.assert_array_equal(seen[2, 9], stories[2, 8:4:-1])
