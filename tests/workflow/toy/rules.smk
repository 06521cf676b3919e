rule TOY_generate:
    input:
        epoch=EPOCH,
    output:
        f"{OUT}/TOY/data/numbers.json",
    log:
        f"{OUT}/.logs/TOY/generate.log",
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
    params:
        job=wiring.parameters("TOY", "judge"),
    shell:
        job("judge")


rule TOY:
    input:
        wiring.targets("TOY"),
