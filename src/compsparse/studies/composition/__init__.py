"""Part II of document 003: transformers learn k-fold composition from easy to hard data.

Hidden permutations are to be composed with permutations that are read; a transformer doubles the
number of hops in each layer. The nouns here are hops, the document's attention layer, and the
attention-only model in which a layer's keys and queries alone are learned.
"""
