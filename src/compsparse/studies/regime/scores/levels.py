"""How far networks of the comparison are pruned, from dense to the genome's own count."""

DENSE = "dense"
ROUNDS = ("round_1", "round_2")  # the document's counts
OWN_COUNT = "own_count"  # weights of the layered genome that drew the target
SIMILARITY = ("connection_similarity", "unit_merging")  # two readings of the document's SP
RIVALS = ("lottery_ticket", "wanda", "llm_pruner")  # the document's other methods
RANDOM = "random_edges"
