# Study `factorial`: "Learning with Hidden Factorial Structure".


rule factorial_generate:
    input:
        epoch=EPOCH,
    output:
        f"{OUT}/factorial/data/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/factorial/generate/{{experiment}}/{{cell}}.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("factorial", "generate"),
        runtime=wiring.runtime("factorial", "generate"),
    params:
        job=wiring.parameters("factorial", "generate"),
    shell:
        job("generate")


rule factorial_train:
    input:
        wiring.inputs("factorial", "train"),
        epoch=EPOCH,
    output:
        f"{OUT}/factorial/models/{{experiment}}/{{cell}}.safetensors",
        f"{OUT}/factorial/models/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/factorial/train/{{experiment}}/{{cell}}.log",
    # the longest jobs first, so that none is left alone at the end
    priority: 1
    threads: 1
    resources:
        mem_mb=wiring.memory("factorial", "train"),
        runtime=wiring.runtime("factorial", "train"),
    params:
        job=wiring.parameters("factorial", "train"),
    shell:
        job("train")


rule factorial_evaluate:
    input:
        wiring.inputs("factorial", "evaluate"),
        epoch=EPOCH,
    output:
        f"{OUT}/factorial/tables/{{result}}.csv",
        f"{OUT}/factorial/tables/{{result}}.metrics.json",
    log:
        f"{OUT}/.logs/factorial/evaluate/{{result}}.log",
    # the table of a replication is nobody's result
    wildcard_constraints:
        result="factorial_[a-z0-9_]+",
    threads: 1
    resources:
        mem_mb=wiring.memory("factorial", "evaluate"),
        runtime=wiring.runtime("factorial", "evaluate"),
    params:
        job=wiring.parameters("factorial", "evaluate"),
    shell:
        job("evaluate")


# one rule per result, called by the result's id: `snakemake factorial_single_pass`
for result in wiring.results("factorial"):

    rule:
        name:
            result
        input:
            wiring.inputs("factorial", "render", result=result),
            epoch=EPOCH,
        output:
            **wiring.outputs("factorial", "render", result=result),
        log:
            f"{OUT}/.logs/factorial/render/{result}.log",
        threads: 1
        resources:
            mem_mb=wiring.memory("factorial", "render", result=result),
            runtime=wiring.runtime("factorial", "render", result=result),
        params:
            job=wiring.parameters("factorial", "render", result=result),
        shell:
            job("render")


rule factorial_judge:
    input:
        wiring.inputs("factorial", "judge"),
        epoch=EPOCH,
    output:
        **wiring.outputs("factorial", "judge"),
    log:
        f"{OUT}/.logs/factorial/judge.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("factorial", "judge"),
        runtime=wiring.runtime("factorial", "judge"),
    params:
        job=wiring.parameters("factorial", "judge"),
    shell:
        job("judge")


rule factorial:
    input:
        wiring.targets("factorial"),
