# All rules of all studies. Jobs, wildcards and file names are the plan's: a study writes no rules.

for each in wiring.rules:

    rule:
        name:
            each.name
        input:
            wiring.inputs(each.study, each.step, **each.fixed),
            epoch=EPOCH,
        output:
            **{name: f"{OUT}/{pattern}" for name, pattern in each.outputs.items()},
        log:
            f"{OUT}/{each.log}",
        wildcard_constraints:
            **each.constraints,
        priority: wiring.priority(each.study, each.step, **each.fixed)
        threads: 1
        resources:
            mem_mb=wiring.memory(each.study, each.step, **each.fixed),
            runtime=wiring.runtime(each.study, each.step, **each.fixed),
        params:
            step=each.step,
            job=wiring.parameters(each.study, each.step, **each.fixed),
        shell:
            JOB


# a study by its name: `snakemake factorial`
for study in wiring.configuration.studies:

    rule:
        name:
            study
        input:
            wiring.unfinished_targets(study),
            epoch=EPOCH,
