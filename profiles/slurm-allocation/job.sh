#!/usr/bin/env bash
# One Slurm job in which an ordinary run makes everything, or what is named:
#
#     sbatch profiles/slurm-allocation/job.sh
#     sbatch --cpus-per-task=16 --mem=16G --time=1:00:00 profiles/slurm-allocation/job.sh factorial
#
# Submit it from the checkout, with the environment active. Options of sbatch come before the script,
# targets and options of snakemake after it. A job that a time limit or scancel ends keeps what is
# done: the same command goes on. Submitted twice, the second goes on where the first had to stop.
#
# two runs of one output root would wait for each other inside of their allocations
#SBATCH --job-name=compsparse --dependency=singleton
#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=8 --mem=8G
# where a node is lost, Slurm starts the job again, and it goes on
#SBATCH --requeue --open-mode=append
exec snakemake --resources mem_mb="$SLURM_MEM_PER_NODE" --cores "$SLURM_CPUS_PER_TASK" "$@"
