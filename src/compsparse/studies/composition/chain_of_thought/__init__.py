"""With a chain of thought and without: steps, work, and what labels of the steps teach."""
