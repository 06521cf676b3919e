"""How many factorizations and graphs there are (document 004, Appendix A, proof of Theorem 3)."""

from collections import Counter
from math import factorial, log, log2, prod

from compsparse.studies.factorial.structure_search.token_factorization import factor_sizes


def factorization_count(sizes: tuple[int, ...]) -> int:
    """Count the factorizations with these sizes up to names of values and order of factors."""
    names = prod(factorial(size) for size in sizes)
    orders = prod(factorial(repeats) for repeats in Counter(sizes).values())
    return factorial(prod(sizes)) // (names * orders)


def token_factorization_count(tokens: int) -> int:
    """Count the factorizations of a token set up to names of values and order of factors."""
    return sum(factorization_count(sizes) for sizes in factor_sizes(tokens))


def candidate_count(input_tokens: int, output_tokens: int) -> int:
    """Count pairs of factorizations with a graph between their factors, up to the same names."""
    return sum(
        factorization_count(inputs)
        * factorization_count(outputs)
        * 2 ** (len(inputs) * len(outputs))
        for inputs in factor_sizes(input_tokens)
        for outputs in factor_sizes(output_tokens)
    )


def log_count(input_tokens: int, output_tokens: int) -> float:
    """Return ln of the number of factorizations and graphs, counted as the proof does."""
    # there a factorization is a bijection to an ordered product: names and orders count
    products = sum(
        _orders(inputs) * _orders(outputs) * 2 ** (len(inputs) * len(outputs))
        for inputs in factor_sizes(input_tokens)
        for outputs in factor_sizes(output_tokens)
    )
    return log(products * factorial(input_tokens) * factorial(output_tokens))


def _orders(sizes: tuple[int, ...]) -> int:
    return factorial(len(sizes)) // prod(factorial(n) for n in Counter(sizes).values())


def log_count_bound(input_tokens: int, output_tokens: int) -> float:
    """Return N ln N + M ln M + ln 2 · log2 N · log2 M, of the order that the proof needs."""
    # a bijection is one of at most N^N functions; at most log2 N factors have size 2 or more
    n, m = input_tokens, output_tokens
    return n * log(n) + m * log(m) + log(2) * log2(n) * log2(m)
