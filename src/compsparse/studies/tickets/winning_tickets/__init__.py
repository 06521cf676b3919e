"""Whether a ticket's mask and first weights matter: tickets beside controls."""
