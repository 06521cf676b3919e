# Study `emergence`: "Emergence and scaling laws for SGD learning".


rule emergence_generate:
    input:
        epoch=EPOCH,
    output:
        f"{OUT}/emergence/data/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/emergence/generate/{{experiment}}/{{cell}}.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("emergence", "generate"),
        runtime=wiring.runtime("emergence", "generate"),
    params:
        job=wiring.parameters("emergence", "generate"),
    shell:
        job("generate")


rule emergence_train:
    input:
        wiring.inputs("emergence", "train"),
        epoch=EPOCH,
    output:
        f"{OUT}/emergence/models/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/emergence/train/{{experiment}}/{{cell}}.log",
    # the longest jobs first, so that none is left alone at the end
    priority: 1
    threads: 1
    resources:
        mem_mb=wiring.memory("emergence", "train"),
        runtime=wiring.runtime("emergence", "train"),
    params:
        job=wiring.parameters("emergence", "train"),
    shell:
        job("train")


rule emergence_evaluate:
    input:
        wiring.inputs("emergence", "evaluate"),
        epoch=EPOCH,
    output:
        f"{OUT}/emergence/tables/{{result}}.csv",
        f"{OUT}/emergence/tables/{{result}}.metrics.json",
    log:
        f"{OUT}/.logs/emergence/evaluate/{{result}}.log",
    # the table of a replication is nobody's result
    wildcard_constraints:
        result="emergence_[a-z0-9_]+",
    threads: 1
    resources:
        mem_mb=wiring.memory("emergence", "evaluate"),
        runtime=wiring.runtime("emergence", "evaluate"),
    params:
        job=wiring.parameters("emergence", "evaluate"),
    shell:
        job("evaluate")


# one rule per result, called by the result's id: `snakemake emergence_single_pass`
for result in wiring.results("emergence"):

    rule:
        name:
            result
        input:
            wiring.inputs("emergence", "render", result=result),
            epoch=EPOCH,
        output:
            **wiring.outputs("emergence", "render", result=result),
        log:
            f"{OUT}/.logs/emergence/render/{result}.log",
        threads: 1
        resources:
            mem_mb=wiring.memory("emergence", "render", result=result),
            runtime=wiring.runtime("emergence", "render", result=result),
        params:
            job=wiring.parameters("emergence", "render", result=result),
        shell:
            job("render")


rule emergence_judge:
    input:
        wiring.inputs("emergence", "judge"),
        epoch=EPOCH,
    output:
        **wiring.outputs("emergence", "judge"),
    log:
        f"{OUT}/.logs/emergence/judge.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("emergence", "judge"),
        runtime=wiring.runtime("emergence", "judge"),
    params:
        job=wiring.parameters("emergence", "judge"),
    shell:
        job("judge")


rule emergence:
    input:
        wiring.targets("emergence"),
