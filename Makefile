# Everything a person needs: make demo, make test. Each target sets up what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check
CONSTRAINTS := constraints.txt

.PHONY: demo test test-neural test-real check format bench docs browser release clean

demo: $(VENV)/core.done
	$(BIN)/weatherglass audit --out demo-report --force

test: $(VENV)/dev.done browser
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not real and not neural"

# Apart from the others, so that they can be run without torch.
test-neural: $(VENV)/neural.done
	$(BIN)/python -m pytest -m "neural and not real"

test-real: $(VENV)/neural.done browser
	$(BIN)/python -m pytest

check: $(VENV)/dev.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/dev.done
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# With GLOVE=DIR also against a build of Stanford's GloVe there.
bench: $(VENV)/dev.done
	GLOVE=$(GLOVE) $(BIN)/python -m benchmarks.run

# Wheel, source archive, list of dependencies and checksums in dist/; refused where the tree has changes. docs/release.md
release: $(VENV)/neural.done $(VENV)/build.done
	rm -rf dist
	$(BIN)/python tools/release.py dist --final

# The documentation as pages that open without a network or a server: build/site/index.html.
docs: $(VENV)/docs.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The report is tested in a real browser. Where none can be installed those tests skip, and say so.
browser:
	@command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || \
	command -v google-chrome >/dev/null 2>&1 || \
	{ command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ] && \
	  echo "Installing chromium for the browser tests" && \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } ; } || \
	echo "No Chromium could be installed: the browser tests will be skipped."

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Weatherglass needs Python 3.11 or newer, this is " + sys.version) if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/core.done: $(VENV)/bin/python pyproject.toml $(CONSTRAINTS)
	$(PIP) install -q -c $(CONSTRAINTS) -e .
	@touch $@

$(VENV)/dev.done: $(VENV)/bin/python pyproject.toml $(CONSTRAINTS)
	$(PIP) install -q -c $(CONSTRAINTS) -e '.[dev]'
	@touch $@ $(VENV)/core.done

$(VENV)/neural.done: $(VENV)/dev.done
	$(PIP) install -q -c $(CONSTRAINTS) -e '.[dev-neural]'
	@touch $@

$(VENV)/build.done: $(VENV)/bin/python pyproject.toml $(CONSTRAINTS)
	$(PIP) install -q -c $(CONSTRAINTS) 'hatchling>=1.27'
	@touch $@

$(VENV)/docs.done: $(VENV)/bin/python pyproject.toml $(CONSTRAINTS)
	$(PIP) install -q -c $(CONSTRAINTS) -e '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) demo-report build dist
