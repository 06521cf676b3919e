"""On request: next tokens of three languages by three subjects, by transformers with experts."""
