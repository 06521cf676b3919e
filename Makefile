# make figures   every figure, table and verdict, from a fresh clone (CPython 3.11 to 3.13, make and git are all that is needed)
# make test      most tests, in some ten minutes; make test-all has the rest
# make help      the rest

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
# make setup PYTHON=/path/to/python  takes that one
PYTHON ?=
# make setup TORCH=cuda  takes the CUDA build of torch instead of the CPU build
TORCH ?=
VENV := .venv
BIN := $(abspath $(VENV))/bin
export PATH := $(BIN):$(PATH)
export PYTHONDONTWRITEBYTECODE := 1
# a user without a name, as in a container, has the number for one: dvc asks for it
ifeq ($(LOGNAME)$(USER),)
export USER := $(shell id -u)
endif
# settings and modules of the user's are not for this project
unexport SNAKEMAKE_PROFILE PYTHONPATH PYTHONHOME PYTHONSTARTUP

.PHONY: help setup figures repro check test test-all cluster portability fuzz soak kills lint bench docs site release s3 crate lock clean
.DEFAULT_GOAL := help

help:  ## show this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/' | expand -t 20

setup: $(VENV)/installed  ## make .venv and install the locked environment into it, verified by hashes

# what is installed has another build of torch than is asked for
ifneq ($(TORCH),)
ifneq ($(TORCH),$(file <$(VENV)/installed))
.PHONY: $(VENV)/installed
endif
endif
$(VENV)/installed: constraints.txt pyproject.toml $(filter-out %/__pycache__ installation/site.% installation/s3.% installation/crate.%,$(wildcard installation/*))
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	  python=$$(installation/find_python.sh $(PYTHON)) && echo "install: $(VENV) of $$python." && "$$python" -m venv $(VENV); \
	fi
	@installation/install.sh $(BIN)/python $(TORCH)
	@echo $(or $(TORCH),cpu) >$@

figures: setup  ## build all results, record them with DVC, audit them, count verdicts
	snakemake --cores all
	dvc repro --quiet
	compsparse audit
	compsparse claims

repro: setup  ## snakemake, then dvc repro: repairs and records what plain dvc repro does not see
	snakemake --cores all
	dvc repro

# what a change breaks first: functions, nouns, evaluations, figures; whole runs and the repository are left to make test
check: setup lint  ## formatting, style, types and unit tests: a first answer in three minutes
	pytest -n 2 --dist worksteal -m "not dear" tests/unit

test: setup lint  ## formatting, style, types and all but the slow tests: some ten minutes
	pytest -n 2 --dist worksteal --durations=30 -m "not dear" tests

test-all: setup  ## the slow tests that make test leaves out: all studies built, kills, signals, a short soak
	pytest -n 2 --dist worksteal --durations=30 -m "dear and not cluster" tests

cluster: setup  ## a run in Slurm, whose daemons it starts, as root; docs/elsewhere.md
	pytest -m cluster tests/cluster

# without conftest.py no type annotation is checked, as in users' runs: what annotations catch is no excuse
fuzz: setup  ## damaged and hostile files, FACTOR times as many as in the tests, new ones each time
	COMPSPARSE_FUZZ=$(or $(FACTOR),10) pytest --noconftest -n 2 tests/fuzz

soak: setup  ## random sequences of what users do, STEPS of them (or MINUTES) from SEED on; docs/soak.md
	python -m tests.soak $(if $(MINUTES),--minutes $(MINUTES),--steps $(or $(STEPS),500)) $(if $(SEED),--seed $(SEED))

kills: setup  ## kill -9, SIGTERM, Ctrl-C and SIGHUP at KILLS random instants from SEED on, run again after each; docs/faults.md
	python -m tests.faults --kills $(or $(KILLS),100) --seed $(or $(SEED),0)

portability: setup  ## data, pruning and training of STUDY at smoke scale, natively and on an emulated Haswell: equal bytes
	COMPSPARSE_PORTABILITY=$(or $(STUDY),factorial) pytest tests/workflow/test_portability.py

lint: setup  ## formatting, style and types (.pre-commit-config.yaml)
	pre-commit run --all-files

bench: setup  ## speed of every study, of results against plain scripts, and of the ledger, as ratios; benchmarks/
	for folder in benchmarks/*/; do study=$$(basename $$folder); python -m benchmarks.$$study --json benchmarks/$$study.json; done

docs: setup  ## write the generated parts of README and docs
	compsparse docs

# Sphinx and its theme lie apart, so that they move no package of the environment
SITE := $(VENV)/site
$(VENV)/%/installed: installation/%.lock
	if ! test -x $(@D)/bin/python; then \
	  python=$$(installation/find_python.sh $(PYTHON)) && "$$python" -m venv $(@D); \
	fi
	$(@D)/bin/python -m pip install --quiet --require-hashes --no-deps -r $<
	touch $@

crate: $(VENV)/crate/installed  ## what tests validate archives with (compsparse archive), apart as well

site: setup $(SITE)/installed  ## write all results as pages that open offline, into OUT or site/
	compsparse site --out $(or $(OUT),site)

release: setup $(SITE)/installed  ## pack the site into dist/ for a release, the same bytes each time; docs/install.md
	compsparse docs --check
	compsparse site --archive dist/compsparse-$(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)-site.zip

# What S3 needs beside the environment: `PYTHONPATH=.venv/s3 dvc push`, and so the test
S3 := $(VENV)/s3
$(S3)/installed: installation/s3.lock | setup
	$(BIN)/python -m pip install --quiet --upgrade --require-hashes --no-deps --target $(S3) -r $<
	touch $@

s3: $(S3)/installed  ## install what DVC needs for a remote on S3, apart; docs/commands.md

# The tools lie apart, so that they move no package of the environment. Versions stay as they are unless UPGRADE=1.
TOOLS := $(VENV)/lock
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 \
  --fork-strategy fewest --no-annotate $(if $(UPGRADE),--upgrade)
HASHED = $(COMPILE) --no-deps --generate-hashes
# torch, of which there are many builds, and what some of them want: no lock can know which build is installed
BUILDS := ^(torch==|nvidia-|cuda-|triton|pytorch-triton)

$(TOOLS)/installed: installation/tools.lock
	if ! test -x $(TOOLS)/bin/python; then \
	  python=$$(installation/find_python.sh $(PYTHON)) && "$$python" -m venv $(TOOLS); \
	fi
	$(TOOLS)/bin/python -m pip install --quiet --require-hashes --no-deps -r $<
	touch $@

lock: $(TOOLS)/installed  ## compile requirements.in into constraints, locks with hashes and installation/sbom.cdx.json, for all platforms
	$(COMPILE) requirements.in --output-file constraints.txt
	grep -vE '$(BUILDS)' constraints.txt | $(HASHED) - --output-file installation/requirements.lock
	grep -E '$(BUILDS)' constraints.txt | $(HASHED) - --output-file installation/torch.lock
	$(COMPILE) --generate-hashes installation/tools.in --output-file installation/tools.lock
	$(COMPILE) --generate-hashes $(foreach unused,playwright greenlet pyee,--no-emit-package $(unused)) installation/site.in --output-file installation/site.lock
	$(COMPILE) --constraint constraints.txt installation/s3.in | grep -vxFf constraints.txt | $(HASHED) - --output-file installation/s3.lock
	$(COMPILE) --generate-hashes installation/crate.in --output-file installation/crate.lock
	$(TOOLS)/bin/python installation/write_sbom.py

clean:  ## delete the environment, caches and scratch results; results/ stays
	rm -rf $(VENV) .snakemake .pytest_cache .mypy_cache .ruff_cache results/.scratch results/.tmp results/.logs
