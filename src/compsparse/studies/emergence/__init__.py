"""Part I of document 003: emergence and scaling laws in SGD learning of shallow networks.

A teacher is a sum of single-index functions along orthogonal directions, with amplitudes that fall
as a power law; a two-layer student is trained on it online.
"""
