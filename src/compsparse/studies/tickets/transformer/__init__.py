"""Transformers on Boolean tables: how many MLP weights they need, by arity and by outputs."""
