"""On request: the transformer on hard data alone, at other depths, rates and first weights."""
