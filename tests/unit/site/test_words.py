"""Words with a sense of their own lead to it, once a page, and never inside other links or code."""

from collections import Counter
from collections.abc import Callable

from compsparse.site.content import Content
from compsparse.site.html import heading, page, raw
from compsparse.site.named_things import SYNONYMS
from compsparse.site.vocabulary import WORDS
from compsparse.site.words import PAGE, explained, words_page
from tests.house_plan import ROOT

Make = Callable[..., Content]


def test_the_first_use_of_a_word_leads_to_its_definition() -> None:
    text = page(heading("Excess"), raw("<p>The excess, and excess again; Pooled.</p>"))
    made = explained(text, "../../", ["regime"])
    assert "# Excess\n" in made
    assert made.count('href="../../words.html#regime-excess"') == 1
    assert 'title="Alignment beyond' in made and ">excess</a>, and excess again" in made
    assert 'href="../../words.html#pooled"' in made and ">Pooled</a>" in made


def test_a_study_has_its_own_sense_and_no_other_has_it() -> None:
    text = raw("<p>excess</p>")
    assert "#composition-excess" in explained(text, "", ["composition"])
    assert explained(text, "", ["tickets"]) == text


def test_links_code_and_headings_stay_as_they_are() -> None:
    text = raw('<h3>worlds</h3><p><a href="b">a <b>band</b></a> <code>check</code></p>')
    assert explained(text, "") == text
    assert explained("worlds, outside of any block", "") == "worlds, outside of any block"


def test_longer_words_come_first_and_only_whole_words_count() -> None:
    made = explained(raw("<p>root seeds; bandwidth; under control; theory at these sizes</p>"), "")
    assert ">root seeds</a>; bandwidth; <a" in made
    assert ">under control</a>" in made and ">theory at these sizes</a>" in made


def test_every_word_has_one_place_and_leads_to_a_page_that_is_there(make_content: Make) -> None:
    assert max(Counter(word.anchor for word in WORDS).values()) == 1
    for word in WORDS:
        if word.more and not word.more.startswith(("docs/worlds", "docs/replication")):
            assert (ROOT / word.more.partition("#")[0].replace(".html", ".md")).is_file(), word
    text = words_page(make_content())
    assert PAGE == "words" and '<dt id="hold-out">hold-out</dt>' in text


def test_no_two_groups_of_synonyms_share_a_phrase() -> None:
    phrases = Counter(phrase for group in SYNONYMS for phrase in group)
    assert max(phrases.values()) == 1 and all(phrase == phrase.lower() for phrase in phrases)
