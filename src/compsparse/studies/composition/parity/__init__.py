"""The document's counterpart: k-sparse parity, hard alone, easy with intermediate labels."""
