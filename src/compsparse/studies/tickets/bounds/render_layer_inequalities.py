def run(i,p): return {}
