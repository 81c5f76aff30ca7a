# `make play` and `make test` do all the set-up they need; `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src/cairn/core src/cairn/games src/cairn/bots -name '*.py' 2>/dev/null)
WEB := src/cairn/server/pages/index.html
PAGES := $(shell find web/src web/public web/index.html web/vite.config.ts web/svelte.config.js -type f 2>/dev/null)
LINT = $(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && PYTHONPATH=src CAIRN_PURE=1 $(BIN)/lint-imports
QUICK := tests/core tests/games tests/server tests/test_ledger.py tests/test_perft.py tests/test_texts.py tests/test_views.py \
	tests/test_declarations.py tests/test_readme.py tests/test_saved_positions.py tests/test_compiled_traps.py
BOTH_BUILDS := tests/core tests/games tests/test_golden.py tests/test_perft.py tests/test_ledger.py tests/test_saved_positions.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play ready check check-engine check-web test soak test-web setup web texts views clones lint format bench screenshots clean

help:
	@echo "make play    set up, serve the table on http://127.0.0.1:8000 and open it in the browser"
	@echo "make check   daily: lint, types, rules, quick tests of server and browser, on the plain build"
	@echo "make test    set up and run everything that must pass"
	@echo "make soak    the kit on every game, seat count and option set, with more games, for a night"
	@echo "make test-web  build and check the browser table"
	@echo "make setup   virtual environment and compiled engine only"
	@echo "make web     build the browser table only"
	@echo "make texts   types of all texts for the browser side, from the en.toml files"
	@echo "make views   types of all views for the browser side, from the views.py files"
	@echo "make clones  the clone method of every state, from what it declares"
	@echo "make screenshots  pictures of every page and board, in web/screenshots"
	@echo "make lint    formatting, lint, types, layers"
	@echo "make format  put the sources in order"
	@echo "make bench   measure the speed of every game"
	@echo "make clean   remove everything that was made"

play: ready
	@$(BIN)/cairn serve --open --log text

# The browser table is built while the engine compiles.
ready:
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.engine $(WEB)

# Nothing is compiled for it, so it tells of a change at once.
check: $(VENV)/.packages web/node_modules/.packages
	PYTHONPATH=src CAIRN_PURE=1 $(MAKE) --no-print-directory --jobs=2 check-engine check-web

check-engine: $(VENV)/.packages
	$(LINT)
	PYTHONPATH=src CAIRN_PURE=1 $(BIN)/pytest -n 2 --dist loadgroup -m "not slow" $(QUICK)

check-web: web/node_modules/.packages
	cd web && npm run --silent check
	cd web && npm test --silent

test: lint test-web
	@tools/daemons.sh
	$(BIN)/pytest -n 2 --dist loadgroup
	CAIRN_PURE=1 $(BIN)/pytest -n 2 --dist loadgroup --ledger -m "not slow" $(BOTH_BUILDS)

soak: $(VENV)/.engine
	$(BIN)/python -m cairn.testing.soak $(SOAK)

test-web: ready
	@tools/chromium.sh
	cd web && npm run check
	cd web && npm test
	cd web && PYTHON=../$(BIN)/python npm run e2e

screenshots: $(VENV)/.engine $(WEB)
	@tools/chromium.sh
	cd web && PYTHON=../$(BIN)/python npm run screenshots

setup: $(VENV)/.engine

web: $(WEB)

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

bench: $(VENV)/.engine
	$(BIN)/cairn bench

clean:
	rm -rf $(VENV) build dist web/node_modules web/test-results web/screenshots src/cairn/server/pages src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.packages: requirements-dev.lock tools/prepare.sh
	@tools/prepare.sh $(VENV)
	@touch $@

# The compiled modules lie beside their sources; without a C compiler the plain sources run.
$(VENV)/.engine: $(VENV)/.packages setup.py pyproject.toml $(ENGINE)
	@echo "Building the engine (about two minutes) ..."
	@CAIRN_COMPILED=$$(command -v $${CC:-cc} >/dev/null && echo 1 || echo 0) \
		$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

web/node_modules/.packages: web/package.json web/package-lock.json tools/node.sh
	@tools/node.sh
	@echo "Building the browser table ..."
	@cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --no-save --silent --no-audit --no-fund --prefer-offline
	@touch $@

$(WEB): web/node_modules/.packages $(PAGES)
	@cd web && npm run --silent build -- --logLevel warn
