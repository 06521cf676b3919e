"""On request: two codes in each of five layers, and codes that no block of inputs holds."""
