# Winnow's house: `make help` lists what can be made. Nothing is installed outside .venv, except (as root on Debian)
# the system packages that are missing. Packages come from whatever index pip is configured for.

VENV := .venv
BIN := $(VENV)/bin
SOURCES := winnow.py indexer workers search_ui demo harness tests benchmarks
WORKERS ?= 2
SERVE ?= 1

# Every version is locked, those of the build's own requirements too (pip >= 25.3 takes these from the second variable).
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start the program some hundred times: without its bytecode each start compiles all of it.
export PYTHONDONTWRITEBYTECODE :=
export CI

.DEFAULT_GOAL := help
.PHONY: help demo test check unit requirements audit images lint bench results clean browser servers java elasticsearch plugin docs reference sbom licences

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed ## install, run everything on three invented sites, serve the website (SERVE=0: return)
	SERVE=$(SERVE) $(BIN)/python -m demo

test: $(VENV)/.installed-dev browser servers java lint ## install, then linters, types, layers and all tests (WORKERS=2)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.installed-dev ## linters, types, layers and unit tests side by side, within a minute: no servers, no whole programs
	$(MAKE) --jobs 2 --output-sync lint unit

unit: $(VENV)/.installed-dev ## the unit tests that need no server and little time, and the examples of docstrings
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not server and not shared" tests/unit tests/papers indexer workers search_ui demo

elasticsearch: $(VENV)/.installed ## start an Elasticsearch node on this machine and print its URL (winnow engine stop)
	$(BIN)/winnow engine start

plugin: $(VENV)/.installed ## build the plugin weighted-terms for Elasticsearch 8 and 9 and OpenSearch 2 and 3 into dist
	$(BIN)/winnow engine plugin --out dist

requirements: $(VENV)/.installed ## write dist/requirements.txt: this machine's versions with the checksums of their files
	@mkdir -p dist
	$(BIN)/python .ci/hashed_requirements.py '.[opensearch,postgresql,s3]' > dist/requirements.txt

audit: $(BIN)/python ## look for known vulnerabilities of the locked versions (exceptions: .ci/audit_exceptions.txt)
	$(BIN)/python -m venv $(VENV)/audit
	PIP_CONSTRAINT= $(VENV)/audit/bin/python -m pip install --quiet pip-audit==2.10.1
	$(VENV)/audit/bin/python .ci/audit.py

images: $(BIN)/python ## write the digests that the tags of docker/'s images have now into its files (needs docker buildx and the registry)
	$(BIN)/python .ci/image_digests.py

reference: $(VENV)/.installed-dev ## write the pages of docs/reference that repeat what the code says
	$(BIN)/python .ci/reference.py

docs: reference ## build the documentation as a website into dist/site; a broken link ends it
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

sbom: $(VENV)/.installed-dev ## write dist/sbom.json, all installed packages in CycloneDX
	@mkdir -p dist
	$(BIN)/python -m cyclonedx_py environment --pyproject pyproject.toml --output-file dist/sbom.json $(BIN)/python

licences: $(VENV)/.installed-dev ## write dist/licences.md, the licence of each installed package
	@mkdir -p dist
	$(BIN)/python -m piplicenses --format markdown --with-urls --output-file dist/licences.md

lint: $(VENV)/.installed-dev ## ruff, mypy and the floors of the architecture
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev ## speed and memory beside a peer, on the demo's sites (some minutes)
	$(BIN)/python -m benchmarks.clean_speed
	$(BIN)/python -m benchmarks.fit_time
	$(BIN)/python -m benchmarks.memory
	$(BIN)/python -m benchmarks.index_speed

results: $(VENV)/.installed-dev ## make the tables of docs/results anew that name their command, compare them with their floors, draw the plots (an hour)
	$(BIN)/python -m benchmarks.results; code=$$?; $(BIN)/python -m benchmarks.plots && exit $$code

clean: ## remove what was installed and generated here
	rm -rf $(VENV) demo-home dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@sh .ci/venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed

# The website is tested in a real browser; without one that test is skipped, or fails where CI is set.
browser:
	@sh .ci/browser

# The store and the workers are tested with real servers, which the tests start themselves.
servers:
	@sh .ci/servers

# Elasticsearch and OpenSearch are assembled with Maven by the tests that need them.
java:
	@sh .ci/java
