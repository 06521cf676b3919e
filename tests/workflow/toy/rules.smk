rule TOY_generate:
    input:
        epoch=EPOCH,
    output:
        f"{OUT}/TOY/data/numbers.json",
    log:
        f"{OUT}/.logs/TOY/generate.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "generate"),
        runtime=wiring.runtime("TOY", "generate"),
    params:
        job=wiring.parameters("TOY", "generate"),
    shell:
        job("generate")


rule TOY_train:
    input:
        wiring.inputs("TOY", "train"),
        epoch=EPOCH,
    output:
        f"{OUT}/TOY/models/rate_{{rate}}.json",
        f"{OUT}/TOY/models/history_{{rate}}.json",
    log:
        f"{OUT}/.logs/TOY/train_{{rate}}.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "train"),
        runtime=wiring.runtime("TOY", "train"),
    params:
        job=wiring.parameters("TOY", "train"),
    shell:
        job("train")


rule TOY_prune:
    input:
        wiring.inputs("TOY", "prune"),
        epoch=EPOCH,
    output:
        f"{OUT}/TOY/models/{{stage}}_of_{{percent}}.json",
    log:
        f"{OUT}/.logs/TOY/prune_{{stage}}_{{percent}}.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "prune"),
        runtime=wiring.runtime("TOY", "prune"),
    params:
        job=wiring.parameters("TOY", "prune"),
    shell:
        job("prune")


rule TOY_evaluate:
    input:
        wiring.inputs("TOY", "evaluate"),
        epoch=EPOCH,
    output:
        f"{OUT}/TOY/tables/sums.json",
    log:
        f"{OUT}/.logs/TOY/evaluate.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "evaluate"),
        runtime=wiring.runtime("TOY", "evaluate"),
    params:
        job=wiring.parameters("TOY", "evaluate"),
    shell:
        job("evaluate")


rule TOY_sums:
    input:
        wiring.inputs("TOY", "render", result="TOY_sums"),
        epoch=EPOCH,
    output:
        **wiring.outputs("TOY", "render", result="TOY_sums"),
    log:
        f"{OUT}/.logs/TOY/render.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "render", result="TOY_sums"),
        runtime=wiring.runtime("TOY", "render", result="TOY_sums"),
    params:
        job=wiring.parameters("TOY", "render", result="TOY_sums"),
    shell:
        job("render")


rule TOY_judge:
    input:
        wiring.inputs("TOY", "judge"),
        epoch=EPOCH,
    output:
        **wiring.outputs("TOY", "judge"),
    log:
        f"{OUT}/.logs/TOY/judge.log",
    threads: 1
    resources:
        mem_mb=wiring.memory("TOY", "judge"),
        runtime=wiring.runtime("TOY", "judge"),
    params:
        job=wiring.parameters("TOY", "judge"),
    shell:
        job("judge")


rule TOY:
    input:
        wiring.targets("TOY"),
