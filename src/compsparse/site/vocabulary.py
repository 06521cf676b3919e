"""The words that pages use in a sense of their own, and what they mean."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """A word and what it means here.

    Attributes:
        name: as it is defined.
        meaning: a sentence or two.
        forms: all spellings that lead to it.
        study: the one that uses it so; all where it is empty.
        more: the page of docs/ that tells more, with an anchor.
    """

    name: str
    meaning: str
    forms: tuple[str, ...] = ()
    study: str = ""
    more: str = ""

    @property
    def anchor(self) -> str:
        """Its place on the page of words."""
        return "-".join(filter(None, (self.study, self.name.replace(" ", "-"))))


WORDS = (
    Word(
        "band",
        "The values of a metric that a claim accepts. It is committed before anyone sees the "
        "number, and never widened to pass.",
        ("bands", "accepted"),
        more="docs/evidence.html#from-a-document-to-a-number",
    ),
    Word(
        "check",
        "Follows from definitions, arithmetic or construction, so that only a bug can make it "
        "fail. It is evidence for the code, not for the document.",
        ("checks",),
        more="docs/evidence.html#a-check-is-not-a-claim",
    ),
    Word(
        "undecided",
        "The 95 % interval lies partly in the band and partly outside, or there are fewer than "
        "three replicates: the measurements allow both verdicts.",
        more="docs/evidence.html#from-a-document-to-a-number",
    ),
    Word(
        "not testable",
        "The claim's needs are not met at this size: for instance, the network did not learn the "
        "task that it is asked about.",
    ),
    Word(
        "printed",
        "The document says it, and the claim tests it by the document's own measure, sign, order "
        "or number.",
        ("as printed",),
        more="docs/evidence.html#what-the-document-said-and-what-we-asked",
    ),
    Word(
        "controlled",
        "The document says it, and the claim asks for more: equal error or budget, a least "
        "difference, a matched baseline, a sharper quantity.",
        ("under control",),
        more="docs/evidence.html#what-the-document-said-and-what-we-asked",
    ),
    Word(
        "beyond",
        "A question of this project that the document does not ask; it counts for no statement.",
        ("beyond the documents", "beyond the document"),
        more="docs/evidence.html#what-the-document-said-and-what-we-asked",
    ),
    Word(
        "replicate",
        "One independent repetition, with data, first weights and order of its own. Intervals are "
        "over replicates.",
        ("replicates",),
    ),
    Word(
        "root seed",
        "The number from which all random draws of a run follow.",
        ("root seeds",),
        more="docs/evidence.html#whose-replicates-decide",
    ),
    Word(
        "pooled",
        "Judged over the replicates of several root seeds as one sample; nobody had looked at "
        "these when the claims were registered.",
        ("decide together",),
        more="docs/evidence.html#whose-replicates-decide",
    ),
    Word(
        "hold-out",
        "A root seed that is named beforehand, run last, and decides nothing: it shows how far "
        "verdicts carry over to draws that decided none of them.",
        more="docs/evidence.html#whose-replicates-decide",
    ),
    Word(
        "world",
        "The same experiment with one structure taken away, in which claims that rest on it must "
        "fail, or with what a failing claim lacks.",
        ("worlds",),
        more="docs/worlds.html",
    ),
    Word(
        "theory at these sizes",
        "What theory predicts for the sizes that were run, where it can be calculated; documents "
        "mostly print the asymptotic number instead.",
        more="docs/evidence.html#does-theory-s-number-agree",
    ),
    Word(
        "though excluded",
        "The interval lies within the margin around theory's number but does not contain it.",
        more="docs/evidence.html#does-theory-s-number-agree",
    ),
    Word(
        "registered",
        "The commit in which the claim and its band stood before the run that counts.",
    ),
    Word(
        "scene",
        "A picture drawn at random from a genome with known parts: two objects with a spot each, "
        "on a ground.",
        ("scenes",),
        "regime",
    ),
    Word(
        "paints",
        "A network paints a picture if its output has a structural similarity (SSIM) of 0.8 with "
        "it at least.",
        ("paint",),
        "regime",
    ),
    Word(
        "survival",
        "The document's weight sweep: the share of weights that may change, up and down, while the "
        "picture keeps half of its structure; the mean over changes by 1, 2, 4 and 8.",
        study="regime",
    ),
    Word(
        "alignment",
        "How much what a weight changes in the picture resembles a known part of it.",
        study="regime",
    ),
    Word(
        "excess",
        "Alignment beyond that of dense networks of the same scene and depth at the same error: "
        "the comparison at equal error that survival lacks.",
        study="regime",
    ),
    Word(
        "excess",
        "Accuracy beyond chance, that is, beyond what a guess gets right.",
        study="composition",
    ),
    Word(
        "hop",
        "One step of composition: a permutation that is read, after one that is hidden. k hops are "
        "k-fold composition.",
        ("hops",),
        "composition",
    ),
    Word(
        "mixture",
        "Training data in which the shorter compositions are labelled too, beside the full one.",
        study="composition",
    ),
    Word(
        "footprint",
        "The share of a target's variance that is linear in its inputs.",
        ("footprints",),
        "genericity",
    ),
    Word(
        "leap",
        "The number of new variables in a target's hardest step, if it is learned product by "
        "product in the best order.",
        ("leaps",),
        "genericity",
    ),
    Word(
        "AC",
        "Approximation complexity of the graph: the embedding dimension that Theorem 1 needs.",
        ("approximation complexity",),
        "factorial",
        "docs/factorial/README.html#the-two-complexities",
    ),
    Word(
        "SC",
        "Statistical complexity of the graph: how many probabilities determine the table.",
        ("statistical complexity",),
        "factorial",
        "docs/factorial/README.html#the-two-complexities",
    ),
    Word(
        "kept",
        "The number of weights at which pruning first costs 0.02 of R squared.",
        ("kept weights",),
        "tickets",
        "docs/tickets/README.html#teachers-and-students",
    ),
    Word(
        "combination",
        "One code for each layer of the target. Some are held out: no batch has them.",
        ("combinations",),
        "experts",
    ),
    Word(
        "flow",
        "Training in the limit of small steps: equations for overlaps, without samples.",
        ("population flow",),
        "emergence",
        "docs/emergence/README.html#sgd-and-the-flow",
    ),
    Word(
        "channels",
        "How many products of a function of some variables with a function of the others make up "
        "the target, to the error that is asked for.",
        ("channel",),
        "approximation",
    ),
    Word(
        "SP",
        "Similarity-based pruning. Units merged: units with similar maps become one, then "
        "weights that hardly matter go. Connections: weights stay whose two ends have similar "
        "maps.",
        ("similarity-based pruning", "pruning by similarity"),
        "regime",
    ),
    Word(
        "hard only",
        "Training data in which every sequence is labelled for the longest composition and for "
        "nothing shorter.",
        ("hard data", "hard data alone"),
        "composition",
    ),
    Word(
        "curriculum",
        "Training that labels one hop after another; a cumulative one keeps labelling the "
        "earlier hops.",
        ("curricula",),
        "composition",
    ),
    Word(
        "shift",
        "A constant that is added to every input.",
        ("shifts", "shifted"),
        "genericity",
    ),
    Word(
        "bias",
        "How much more likely +1 is than -1 in every input.",
        ("biased",),
        "genericity",
    ),
    Word(
        "area",
        "The mean of ln loss over the logged steps from step 1 on: how fast a table is "
        "learned, not only how well.",
        ("areas",),
        "factorial",
    ),
    Word(
        "relative area",
        "The mean over the same steps of ln(loss / loss of the best constant prediction), with "
        "0 wherever the network does no better than the constant.",
        study="factorial",
    ),
    Word(
        "trivial",
        "A factorization that every distribution has: one output factor that depends on all "
        "input factors.",
        study="factorial",
    ),
    Word(
        "teacher",
        "The target function: a sum of constituents of a few inputs each.",
        ("teachers",),
        "tickets",
    ),
    Word(
        "student",
        "The network that learns a teacher: one hidden layer of 64 ReLUs.",
        ("students",),
        "tickets",
    ),
    Word(
        "ticket",
        "The mask that the last good round of pruning leaves, with the first weights.",
        ("tickets", "winning ticket", "winning tickets"),
        "tickets",
    ),
    Word(
        "gap",
        "Ramp loss on fresh examples minus that on the examples learned from.",
        ("gaps", "generalization gap"),
        "tickets",
    ),
    Word(
        "own code",
        "A method whose layer l sees the code of layer l alone.",
        study="experts",
    ),
    Word(
        "emerged",
        "A direction has emerged when the largest squared overlap of any neuron with it exceeds "
        "1/2.",
        ("emerges", "emergences", "emergence times"),
        "emergence",
    ),
    Word(
        "wrong tree",
        "The tree network on variables in bit-reversed order: as sparse as the right one, but "
        "wired unlike the target.",
        study="approximation",
    ),
    Word(
        "convolution",
        "The tree network with the same weights at all nodes of a level.",
        ("convolutional",),
        "approximation",
    ),
    Word(
        "saturating",
        "Of a step made of two ReLUs: flat within 1/4 of every whole number, so that small "
        "errors vanish.",
        study="circuits",
    ),
)
