# Study `circuits`: from Turing machines to sparse circuits, networks and next-token predictors.


rule circuits_generate:
    input:
        wiring.inputs("circuits", "generate"),
        epoch=EPOCH,
    output:
        f"{OUT}/circuits/data/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/circuits/generate/{{experiment}}/{{cell}}.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("circuits", "generate"),
        runtime=wiring.runtime("circuits", "generate"),
    params:
        job=wiring.parameters("circuits", "generate"),
    shell:
        job("generate")


rule circuits_train:
    input:
        wiring.inputs("circuits", "train"),
        epoch=EPOCH,
    output:
        f"{OUT}/circuits/models/{{experiment}}/{{cell}}.npz",
    log:
        f"{OUT}/.logs/circuits/train/{{experiment}}/{{cell}}.log",
    # the longest jobs first, so that none is left alone at the end
    priority: 1
    threads: 1
    resources:
        mem_mb=wiring.memory("circuits", "train"),
        runtime=wiring.runtime("circuits", "train"),
    params:
        job=wiring.parameters("circuits", "train"),
    shell:
        job("train")


rule circuits_evaluate:
    input:
        wiring.inputs("circuits", "evaluate"),
        epoch=EPOCH,
    output:
        f"{OUT}/circuits/tables/{{result}}.csv",
        f"{OUT}/circuits/tables/{{result}}.metrics.json",
    log:
        f"{OUT}/.logs/circuits/evaluate/{{result}}.log",
    # the table of a replication is nobody's result
    wildcard_constraints:
        result="circuits_[a-z0-9_]+",
    threads: 1
    resources:
        mem_mb=wiring.memory("circuits", "evaluate"),
        runtime=wiring.runtime("circuits", "evaluate"),
    params:
        job=wiring.parameters("circuits", "evaluate"),
    shell:
        job("evaluate")


# one rule per result, called by the result's id: `snakemake circuits_single_pass`
for result in wiring.results("circuits"):

    rule:
        name:
            result
        input:
            wiring.inputs("circuits", "render", result=result),
            epoch=EPOCH,
        output:
            **wiring.outputs("circuits", "render", result=result),
        log:
            f"{OUT}/.logs/circuits/render/{result}.log",
        threads: 1
        resources:
            mem_mb=wiring.memory("circuits", "render", result=result),
            runtime=wiring.runtime("circuits", "render", result=result),
        params:
            job=wiring.parameters("circuits", "render", result=result),
        shell:
            job("render")


rule circuits_judge:
    input:
        wiring.inputs("circuits", "judge"),
        epoch=EPOCH,
    output:
        **wiring.outputs("circuits", "judge"),
    log:
        f"{OUT}/.logs/circuits/judge.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("circuits", "judge"),
        runtime=wiring.runtime("circuits", "judge"),
    params:
        job=wiring.parameters("circuits", "judge"),
    shell:
        job("judge")


rule circuits:
    input:
        wiring.targets("circuits"),
