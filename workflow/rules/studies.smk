# All rules of all studies. Jobs, wildcards and file names are the plan's: a study writes no rules.

for planned in wiring.rules:

    rule:
        name:
            planned.name
        input:
            wiring.inputs(planned.study, planned.step, **planned.fixed),
            epoch=EPOCH,
        output:
            **{name: f"{OUT}/{pattern}" for name, pattern in planned.outputs.items()},
        log:
            f"{OUT}/{planned.log}",
        wildcard_constraints:
            **planned.constraints,
        priority: wiring.priority(planned.study, planned.step, **planned.fixed)
        threads: 1
        resources:
            mem_mb=wiring.asks(
                requests.memory, planned.study, planned.step, **planned.fixed
            ),
            runtime=wiring.asks(
                requests.runtime, planned.study, planned.step, **planned.fixed
            ),
        params:
            step=planned.step,
            job=wiring.parameters(planned.study, planned.step, **planned.fixed),
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
