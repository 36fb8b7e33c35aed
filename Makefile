# Orrery: every task of the project. `make` lists them.
# The toolchain is the project's own (.venv); only a C++ compiler and a few headers are the system's.

PYTHON ?= python3
PORT ?= 8000
NODES ?= 2
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

export PYTHON
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Clones of the project share what the compiler has already made.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1

STEP := $(PYTHON) scripts/step.py
PAGE_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' \
  -not -path '*/e2e/*' -not -path '*/test-results/*' -not -path '*/playwright-report/*' 2>/dev/null) \
  $(wildcard docs/user/*.md docs/formats/*.md docs/images/*)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory --no-builtin-rules

##@ Set up and run

.PHONY: help
help: ## List the tasks
	@sed -nE -e 's/^##@ (.*)/\n\1/p' -e 's/^([a-z][a-z0-9-]*):.*## (.*)/  \1\t\2/p' Makefile | expand -t 20
	@printf '\nVariables: PORT=$(PORT) NODES=$(NODES) JOBS=$(JOBS) PYTHON=$(PYTHON)\n'

.PHONY: up
up: setup page ## Build what is not built and start the console with its nodes (PORT=, NODES=)
	@exec ./orrery up --build --port $(PORT) --nodes $(NODES)

.PHONY: dev
dev: setup page node-modules ## Start console, nodes and page that follow every change (PORT=, NODES=)
	@exec scripts/dev $(PORT) $(NODES)

.PHONY: setup
setup: .venv/.made ## Make the project's environment (.venv) with its whole toolchain
	@:

.venv/.made: requirements.lock scripts/setup scripts/bootstrap
	@scripts/bootstrap build
	@$(STEP) "Python environment and toolchain" -- scripts/setup
	@touch $@

.PHONY: docker-up
docker-up: ## Build and start the console and two agents as containers
	@scripts/compose up --build

##@ Build

.PHONY: build
build: setup core page ## Build everything that runs and its tests

.PHONY: gen
gen: setup ## Write C++ and the records of the workloads from the contracts
	@$(STEP) "Generated contracts" -- python -m orrery_contracts_generator

.PHONY: gen-check
gen-check: setup ## Fail if what is generated from the contracts is not up to date
	@$(STEP) --quiet "Generated contracts are up to date" -- python -m orrery_contracts_generator --check

.PHONY: schema
schema: build/contracts.json ## Write the JSON Schema of all documents to build/contracts.json
	@:

build/contracts.json: $(shell find contracts/orrery_contracts contracts/orrery_contracts_generator -name '*.py') | .venv/.made
	@$(STEP) --quiet "JSON Schema" -- python -m orrery_contracts_generator --schema $@

.PHONY: core
core: core-release ## Build the C++ core with its tests
	@:

.PHONY: worker
worker: build/release/build.ninja
	@$(STEP) --quiet "C++ worker" -- cmake --build build/release -j $(JOBS) --target orrery-worker

.PHONY: core-release core-asan core-tsan core-dev
core-release core-asan core-tsan core-dev: core-%: build/%/build.ninja
	@$(STEP) --quiet "C++ core ($*)" -- cmake --build build/$* -j $(JOBS)

build/%/build.ninja: sim-core/CMakeLists.txt sim-core/CMakePresets.json | .venv/.made
	@$(STEP) "C++ configuration ($*)" -- cmake -S sim-core --preset $*

.PHONY: page
page: frontend/dist/index.html ## Build the page
	@:

frontend/dist/index.html: frontend/node_modules/.package-lock.json $(PAGE_SOURCES) frontend/src/api/contracts.ts
	@$(STEP) "Page" -- npm --prefix frontend run build
	@touch $@

# The description is written anew when Python has changed, and keeps its time if it says the same.
build/openapi.made: $(shell find contracts/orrery_contracts backend/orrery_backend -name '*.py' -o -name '*.json') | .venv/.made
	@$(STEP) --quiet "Description of the REST interface" -- python -m orrery_backend.description build/openapi.json
	@touch $@

build/openapi.json: build/openapi.made ;

.PHONY: api-types
api-types: frontend/src/api/contracts.ts
	@:

frontend/src/api/contracts.ts: build/openapi.json frontend/scripts/api_types.js frontend/node_modules/.package-lock.json
	@$(STEP) --quiet "Types of the REST interface" -- node frontend/scripts/api_types.js build/openapi.json $@

.PHONY: node-modules
node-modules: frontend/node_modules/.package-lock.json
	@:

frontend/node_modules/.package-lock.json: frontend/package-lock.json | .venv/.made
	@$(STEP) "Packages of the page" -- npm --prefix frontend ci --no-audit --no-fund
	@touch $@

.PHONY: wheel
wheel: setup worker page ## Build dist/orrery-*.whl, which pip installs on a machine without a compiler
	@$(STEP) --show "Wheel" -- scripts/wheel

##@ Test

.PHONY: test
test: test-machine ## Run every test and sum up
	@exec python scripts/test.py

TEST_SUITES := lint test-python test-campaign test-core test-core-asan test-core-tsan test-frontend test-integration test-e2e
.PHONY: $(TEST_SUITES)
lint: ## Static checks: style, types, import directions, generated files
test-python: ## Python unit tests
test-campaign: ## Histories of random faults in simulated time
test-core: ## C++ tests
test-core-asan: ## C++ tests under the address and undefined-behaviour sanitizers
test-core-tsan: ## C++ tests under the thread sanitizer
test-frontend: ## Unit tests of the page
test-integration: ## All parts together: processes, failures, the command line
test-e2e: ## The console in a real browser
$(TEST_SUITES): test-machine
	@exec python scripts/test.py $(patsubst test-%,%,$@)

CAMPAIGN := PYTHONPATH=contracts:node-agent:backend:tests/support:tests/campaign python -W ignore -m orrery_campaign
.PHONY: campaign
campaign: setup ## Play random faults in simulated time (FOR= seconds, or SEED= for one history)
	@$(CAMPAIGN) $(if $(SEED),--seed $(SEED),--for $(or $(FOR),60))

.PHONY: campaign-hosts
campaign-hosts: test-machine worker ## Try random faults on real processes and hosts (FAULTS=, SEED=; needs root)
	@PYTHONPATH=contracts:node-agent:backend:client:tests/support:tests/campaign \
	  python -W ignore -m orrery_hosts --faults $(or $(FAULTS),200) $(if $(SEED),--seed $(SEED))

.PHONY: failovers
failovers: setup ## Kill the leading console 20 times with a run going on (TIMES=)
	@ORRERY_FAILOVERS=$(or $(TIMES),20) pytest -q backend/tests/test_several_consoles.py -k killed

.PHONY: fuzz
fuzz: setup ## Search for inputs that break parsers and protocols (FOR= seconds each; needs clang 16)
	@$(STEP) --show "Fuzzing" -- scripts/fuzz $(FOR)

# A part that fails does not end the others. What failed is kept as build/fuzz/broken-* and build/campaign/seed-*.txt.
.PHONY: nightly
nightly: setup ## Search with new seeds: fuzz (FOR=), REST (EXAMPLES=), faults (CAMPAIGN_FOR=)
	@status=0; \
	$(MAKE) fuzz FOR=$(or $(FOR),30) || status=1; \
	ORRERY_OPENAPI_EXAMPLES=$(or $(EXAMPLES),100) pytest -q backend/tests/test_openapi.py || status=1; \
	$(MAKE) campaign FOR=$(or $(CAMPAIGN_FOR),1800) || status=1; \
	exit $$status

# A browser, network tools and Helm come only with the tests.
.PHONY: test-machine
test-machine: .venv/.tests
	@scripts/bootstrap test

.venv/.tests: requirements-test.lock .venv/.made
	@$(STEP) "Helm and the schemas of Kubernetes" -- scripts/setup requirements-test.lock
	@touch $@

.PHONY: bench
bench: build/release/build.ninja ## Measure against the marks; writes build/bench.json
	@$(STEP) --quiet "C++ benchmarks" -- cmake --build build/release -j $(JOBS) --target orrery-bench orrery-worker
	@$(STEP) --show "Measuring, for some minutes" -- scripts/bench

.PHONY: bench-console
bench-console: setup ## Load one console with 1,000 agents and 200 viewers
	@python scripts/console_load.py

.PHONY: validate-statistics
validate-statistics: setup worker ## Count wrong verdicts of comparisons (PAIRS=, SECONDS=, SIMULATED=, REPEATS=, PINNING=)
	@PYTHONPATH=contracts:backend:client:node-agent python scripts/validate_statistics.py --pairs $(or $(PAIRS),100) \
	  --simulated $(or $(SIMULATED),1000) --repeats $(or $(REPEATS),10) --pinning $(or $(PINNING),spread) \
	  $(if $(SECONDS),--seconds $(SECONDS))

##@ Care

.PHONY: format
format: setup node-modules ## Format all sources
	@ruff check --quiet --fix-only . ; ruff format --quiet .
	@scripts/clang_format
	@npm --prefix frontend run --silent format >/dev/null

.PHONY: sbom
sbom: setup node-modules ## Write the bill of materials and notices of third parties to build/
	@python scripts/bill.py

.PHONY: audit
audit: setup ## Ask the advisory databases about all locked packages
	@python scripts/audit.py

LOCK := uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate
.PHONY: lock
lock: setup ## Resolve requirements*.in anew into requirements*.lock and the images' locks
	@$(LOCK) --upgrade requirements.in requirements-dev.in -o requirements.lock
	@$(LOCK) --upgrade -c requirements.lock requirements-test.in -o requirements-test.lock
	@$(LOCK) -c requirements.lock requirements.in -o docker/console.lock
	@$(LOCK) -c requirements.lock docker/agent.in -o docker/agent.lock
	@$(LOCK) -c requirements.lock docker/build.in -o docker/build.lock

.PHONY: clean
clean: ## Remove what was built; keep the environment (.venv) and the store (var)
	rm -rf build frontend/dist frontend/node_modules frontend/src/api/contracts.ts
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
