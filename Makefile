# `make play` and `make test` do all the set-up they need; `make help` lists the rest.

VENV := .venv
ENVS := .venv-envs
BIN := $(VENV)/bin
ENGINE := $(shell find src/cairn/core src/cairn/games src/cairn/bots -name '*.py' 2>/dev/null)
BUILT := $(VENV)/.engine $(VENV)/.packages
PIP := $(BIN)/python -m pip install --quiet --no-deps --no-compile
WEB := src/cairn/server/pages/index.html
PAGES := $(shell find web/src web/fixtures web/public web/index.html web/vite.config.ts web/svelte.config.js -type f 2>/dev/null)
LINT = $(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && PYTHONPATH=src CAIRN_PURE=1 $(BIN)/lint-imports
PYTHONS ?= 3.11 3.12 3.13 3.14
QUICK := tests/core tests/games tests/server tests/test_ledger.py tests/test_perft.py tests/test_texts.py tests/test_views.py \
	tests/test_declarations.py tests/test_readme.py tests/test_saved_positions.py tests/test_compiled_traps.py tests/test_imports.py
BOTH_BUILDS := tests/core tests/games tests/test_golden.py tests/test_perft.py tests/test_ledger.py tests/test_saved_positions.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play ready check check-engine check-web test test-envs soak test-web setup web texts views clones lint format bench screenshots clean \
	tools docs packages pictures

help:
	@echo "make play    set up, serve the table on http://127.0.0.1:8000 and open it in the browser"
	@echo "make check   for daily work: lint, types, rules, quick tests of server and browser, on the plain build"
	@echo "make test    set up and run everything that must pass"
	@echo "make test-envs  the part of make test with other projects' packages, in an environment of their own"
	@echo "make soak    thousands of quick games, the test kit and whole browser games many times, a thousand faults; takes a night"
	@echo "make test-web  build and check the browser table"
	@echo "make setup   virtual environment and compiled engine only"
	@echo "make web     build the browser table only"
	@echo "make texts   types of all texts for the browser side, from the en.toml files"
	@echo "make views   types of all views for the browser side, from the views.py files"
	@echo "make clones  the clone method of every state, from what it declares"
	@echo "make screenshots  pictures of every page and board, in web/screenshots"
	@echo "make pictures  the pictures of README and documentation, from the games of cairn demo"
	@echo "make docs    the documentation site, which the server then serves under /docs"
	@echo "make packages  sources, wheels, checksums and bills of materials in dist, each tried in an empty environment"
	@echo "make lint    formatting, lint, types, layers"
	@echo "make format  format the sources"
	@echo "make bench   measure the speed of every game"
	@echo "make clean   remove everything that make has built"

play: ready
	@$(BIN)/cairn serve --open --log text

# mypyc works on one core, so the packages are installed and the browser table is built beside it.
ready:
	@$(MAKE) --no-print-directory --jobs=2 $(BUILT) $(WEB)

# Nothing is compiled for it, so it tells of a change at once.
check: $(VENV)/.packages web/node_modules/.packages
	PYTHONPATH=src CAIRN_PURE=1 $(MAKE) --no-print-directory --jobs=2 check-engine check-web

check-engine: $(VENV)/.packages
	$(LINT)
	PYTHONPATH=src CAIRN_PURE=1 $(BIN)/pytest -n 2 -m "not slow" $(QUICK)

check-web: web/node_modules/.packages
	cd web && npm run --silent check
	cd web && npm test --silent

# What runs on one core goes side by side: types and units of the browser, lint and types, the documentation.
test: ready tools
	@tools/chromium.sh
	@tools/daemons.sh
	@$(MAKE) --no-print-directory --jobs=2 check-web lint docs
	cd web && PYTHON=../$(BIN)/python npm run e2e
	$(BIN)/pytest -n 2
	CAIRN_PURE=1 $(BIN)/pytest -n 2 --ledger -m "not slow" $(BOTH_BUILDS)
	@$(MAKE) --no-print-directory test-envs

# PettingZoo, OpenSpiel, PyTorch and others are heavy, so they stay out of the environment that everything else runs in.
# What needs none of them runs there.
test-envs: ready $(ENVS)/.packages
	PYTHONPATH=src $(ENVS)/bin/python -m pytest -n 2 tests/envs \
		--ignore tests/envs/test_spaces.py --ignore tests/envs/test_command.py --ignore tests/envs/test_lab_cluster.py

soak: $(BUILT) $(WEB) $(ENVS)/.packages
	$(BIN)/python benchmarks/speed_gate.py
	$(BIN)/python -m cairn.testing.soak $(SOAK)
	PYTHONPATH=src $(ENVS)/bin/python -m pytest tests/envs/test_lab_cluster.py
	@tools/daemons.sh
	$(BIN)/python benchmarks/churn.py --minutes 30 --tables 100 --curve churn.csv
	PYTHONPATH=. $(BIN)/python benchmarks/chaos.py --faults 1000 --seed 1
	CAIRN_RESTARTS=50 $(BIN)/pytest -q -s tests/server/test_outcomes.py -k restarts
	CAIRN_SOAK=1 $(BIN)/pytest tests/test_wrong_data.py tests/server/test_bad_requests.py tests/server/test_bad_messages.py tests/server/test_workers.py
	@tools/chromium.sh
	cd web && CAIRN_SOAK=1 PYTHON=../$(BIN)/python npm run e2e

test-web: ready check-web
	@tools/chromium.sh
	cd web && PYTHON=../$(BIN)/python npm run e2e

screenshots: $(BUILT) $(WEB)
	@tools/chromium.sh
	cd web && PYTHON=../$(BIN)/python npm run screenshots

setup: $(BUILT)

web: $(WEB)

tools: $(VENV)/.tools

# Strict: a dead link, a page without a place or a public name without a word about it is an error.
docs: $(VENV)/.tools
	@echo "Building the documentation ..."
	@PYTHONPATH=src CAIRN_PURE=1 NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

packages: $(VENV)/.tools web/node_modules/.packages docs
	$(BIN)/python tools/release.py build $(PYTHONS)

pictures: $(BUILT) $(WEB)
	@tools/chromium.sh
	$(BIN)/python tools/terminal_picture.py
	cd web && PYTHON=../$(BIN)/python node dev/pictures.mjs

texts: $(VENV)/.packages
	PYTHONPATH=src CAIRN_PURE=1 $(BIN)/python tools/texts.py

views: $(VENV)/.packages
	PYTHONPATH=src CAIRN_PURE=1 $(BIN)/python tools/views.py

clones:
	python3 tools/clones.py

lint: $(VENV)/.packages
	$(LINT)

format: $(VENV)/.packages
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: $(BUILT)
	$(BIN)/cairn bench

clean:
	rm -rf $(VENV) $(ENVS) build dist web/node_modules web/test-results web/screenshots src/cairn/server/pages src/cairn/server/site src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.compiler: requirements-dev.lock tools/prepare.sh
	@tools/prepare.sh $(VENV)
	@touch $@

$(VENV)/.packages: $(VENV)/.compiler
	@$(PIP) --requirement requirements-dev.lock
	@touch $@

$(VENV)/.tools: $(VENV)/.packages requirements-tools.lock
	@$(PIP) --requirement requirements-tools.lock
	@touch $@

# PyTorch for CUDA does not load without packages that the lock, made for the CPU, leaves out.
$(ENVS)/.packages: requirements-dev.lock requirements-envs.lock tools/prepare.sh
	@tools/prepare.sh $(ENVS)
	@$(subst $(VENV),$(ENVS),$(PIP)) --requirement requirements-dev.lock --requirement requirements-envs.lock
	@$(ENVS)/bin/python -c 'import torch' 2>/dev/null || $(ENVS)/bin/pip install --quiet "$$(grep '^torch==' requirements-envs.lock)"
	@touch $@

# The compiled modules lie beside their sources; without a C compiler the plain sources run.
$(VENV)/.engine: $(VENV)/.compiler setup.py pyproject.toml $(ENGINE)
	@echo "Building the engine (about two minutes) ..."
	@CAIRN_COMPILED=$$(command -v $${CC:-cc} >/dev/null && echo 1 || echo 0) \
		$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

web/node_modules/.packages: web/package.json web/package-lock.json tools/node.sh
	@tools/node.sh
	@echo "Building the browser table ..."
	@cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund
	@touch $@

$(WEB): web/node_modules/.packages $(PAGES)
	@cd web && npm run --silent build -- --logLevel warn
