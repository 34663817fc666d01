# Everything works on a machine that has only python3 and make; `make` alone lists what there is.

UV_VERSION := 0.13.9
PYTHON := .venv/bin/python
SYNC := .uv/bin/uv sync --locked --quiet
# One more than there are cores: the longest tests wait for processes that they started.
TESTERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# PYTHONDONTWRITEBYTECODE, common in containers, would have every process compile Django again.
unexport PYTHONDONTWRITEBYTECODE VIRTUAL_ENV PYTHONPATH PYTHONHOME
export UV_PROJECT_ENVIRONMENT := .venv

.DEFAULT_GOAL := help
.PHONY: help run rehearse start manage test check format bench soak

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

run: .venv/.ready ## a rehearsal against simulated people, a day lasting 20 seconds (SPEED=, SEED=, PORT=)
	@$(PYTHON) -m app.launch rehearsal $(if $(SPEED),--speed $(SPEED)) $(if $(SEED),--seed $(SEED)) $(if $(PORT),--port $(PORT))

rehearse: .venv/.ready ## the same with your own people (CSV=people.csv, CAMPAIGN=campaign.yaml or the demo's)
	@$(PYTHON) -m app.launch rehearsal --people "$(or $(CSV),$(error Say which file: make rehearse CSV=people.csv))" \
	  $(if $(CAMPAIGN),--campaign "$(CAMPAIGN)") $(if $(SPEED),--speed $(SPEED)) $(if $(SEED),--seed $(SEED)) $(if $(PORT),--port $(PORT))

start: .venv/.ready ## the real thing on this machine: empty database, true clock (PORT=)
	@$(PYTHON) -m app.launch real $(if $(PORT),--port $(PORT))

manage: .venv/.ready ## a manage.py command against that installation (ARGS="import_contacts people.csv" KIND=real)
	@$(PYTHON) -m app.launch.manage $(or $(KIND),real) $(ARGS)

test: .venv/.ready ## every test, in parallel (ARGS="tests/admission -k cap")
	@$(PYTHON) -m pytest -q -n $(TESTERS) --maxprocesses 4 --dist worksteal $(ARGS)

check: .venv/.ready ## ruff, mypy, layers, migrations, templates
	@$(PYTHON) -m ruff check
	@$(PYTHON) -m ruff format --check
	@$(PYTHON) -m mypy
	@.venv/bin/lint-imports --no-cache --no-logo
	@$(PYTHON) manage.py check_migrations
	@$(PYTHON) manage.py check_templates

format: .venv/.ready ## let ruff format and fix what it can
	@$(PYTHON) -m ruff check --fix
	@$(PYTHON) -m ruff format

bench: .venv/.ready ## the figures of docs/BENCHMARKS.md, one JSON object a line (NAME=permit_hot)
	@$(SYNC) --group bench --no-python-downloads
	@$(PYTHON) -m tests.bench $(NAME)

soak: .venv/.ready ## the mixed load of the races for longer (SECONDS=600)
	@SOAK_SECONDS=$(or $(SECONDS),600) $(PYTHON) -m pytest -q tests/races $(ARGS)

.uv/bin/uv:
	@echo "First run: fetching uv $(UV_VERSION) (20 MB)…"
	@rm -rf .uv
	@python3 -m venv .uv >/dev/null 2>&1 && .uv/bin/pip install -q uv==$(UV_VERSION) \
	  || { rm -rf .uv && python3 .ci/fetch_uv.py $(UV_VERSION) .uv/bin; }

# A local 3.13, else any other local 3.12 to 3.14, else a download: trying that first costs 20 s without internet.
.venv/.ready: pyproject.toml uv.lock .python-version | .uv/bin/uv
	@echo "Installing the locked dependencies into .venv (600 MB; ten seconds, or a few minutes on a slow line)…"
	@$(SYNC) --no-python-downloads 2>/dev/null \
	  || $(SYNC) --no-python-downloads --python '>=3.12,<3.15' 2>/dev/null \
	  || { echo "No Python 3.12 or newer here: fetching one (30 MB)…"; $(SYNC); }
	@touch $@
