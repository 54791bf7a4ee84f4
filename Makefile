# Each command does all the set-up it needs; stamps in .venv make the next run quick.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate pyproject.toml
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# The tests start judgekit many times over: what is compiled once is kept, whatever the shell says.
export PYTHONDONTWRITEBYTECODE =

.PHONY: serve test types tests long bench audit lock clean
.DELETE_ON_ERROR:

serve: .venv/.judgekit
	$(if $(TOKEN),JUDGEKIT_TOKEN='$(TOKEN)') $(BIN)/judgekit serve --samples $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: .venv/.tools .venv/.chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(MAKE) --no-print-directory --jobs=2 types tests

types: .venv/.tools
	$(BIN)/mypy

# One more than cores, as those that look at pages wait for the browser.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
tests: .venv/.tools .venv/.chromium
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# Searches, proofs and attacks that take longer than anybody waits for.
long: .venv/.tools .venv/.chromium
	$(BIN)/pytest -n auto --dist loadscope -m long

bench: .venv/.tools
	$(BIN)/judgekit bench

# Known faults of what judgekit is built on; needs the network.
audit: .venv/.judgekit
	$(PIP) pip-audit
	$(BIN)/pip-audit --local --skip-editable

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "judgekit needs Python 3.11 or later; name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv .venv

# Exactly the packages that were tested, by their hashes; judgekit itself is then built with nothing from elsewhere.
.venv/.judgekit: pyproject.toml requirements.lock | .venv/bin/python
	$(PIP) --require-hashes --requirement requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.tools: pyproject.toml requirements-dev.lock | .venv/bin/python
	$(PIP) --require-hashes --requirement requirements-dev.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@ .venv/.judgekit

# The newest versions that pyproject.toml allows, for every platform; needs the network.
lock: | .venv/bin/python
	$(PIP) uv
	printf 'hatchling>=1.25\neditables\n' | $(LOCK) - --output-file requirements.lock
	printf 'hatchling>=1.25\neditables\n' | $(LOCK) --extra dev - --output-file requirements-dev.lock

# The browser tests drive a Chromium: one without windows if the distribution has it, else the system's, else one of
# Playwright's own.
APT := test "$$(id -u)" = 0 && command -v apt-get && apt-get -qq update && apt-get -qq install -y
.venv/.chromium: | .venv/.tools
	@command -v chromium-headless-shell || { $(APT) chromium-headless-shell; } \
	  || command -v chromium || command -v chromium-browser || command -v google-chrome \
	  || { $(APT) chromium; } || $(BIN)/playwright install chromium
	@touch $@
