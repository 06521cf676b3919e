"""Tables and metrics of learning circuits as next tokens (Theorem 4)."""
