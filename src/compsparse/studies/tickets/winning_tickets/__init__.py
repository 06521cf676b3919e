"""Whether it is the ticket that wins: its mask and its first weights, beside controls."""
