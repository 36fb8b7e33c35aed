# Orrery: every task of the project. `make` lists them.
# The toolchain is the project's own (.venv); only a C++ compiler and a few headers are the system's.

PYTHON ?= python3
PORT ?= 8000
NODES ?= 2
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PRESET ?= release

export PYTHON
export PATH := $(CURDIR)/.venv/bin:$(PATH)

STEP := $(PYTHON) scripts/step.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules

.PHONY: help
help: ## List the tasks
	@sed -nE 's/^([a-z][a-z0-9-]*):.*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20
	@echo "  Variables: PORT=$(PORT) NODES=$(NODES) JOBS=$(JOBS) PYTHON=$(PYTHON)"

.PHONY: setup
setup: .venv/.made ## Make the project's environment (.venv) with its whole toolchain
	@echo "  The environment is ready (.venv)."

.venv/.made: requirements.lock scripts/setup scripts/bootstrap
	@scripts/bootstrap build
	@$(STEP) "Python environment and toolchain" -- scripts/setup
	@touch $@

.PHONY: lock
lock: .venv/.made ## Resolve requirements*.in anew into requirements.lock
	@uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header \
	  --no-annotate requirements.in requirements-dev.in -o requirements.lock
