# The commands of this project; CONTRIBUTING.md says when to use which.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PY := .venv/bin/python

.PHONY: help demo setup test test-browser test-long check fix golden oracle docs bench verify lock

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

demo: ## start the demo: three studies, the address and the sign-ins are printed
	@.ci/setup.sh base
	@exec $(PY) manage.py demo

setup: ## make .venv and install all locked requirements
	@.ci/setup.sh dev

test: ## every test, with coverage, on SQLite and PostgreSQL, and in a real browser
	@.ci/setup.sh test
	@.ci/with_services.sh .ci/test.sh

test-browser: ## the browser's tests alone
	@.ci/setup.sh test
	@.ci/with_services.sh $(PY) -m pytest -m "browser and not long" tests/browser

test-long: ## the tests that take minutes
	@.ci/setup.sh test
	@.ci/with_services.sh $(PY) -m pytest -m "long and not browser"

check: ## style, types, rooms, lengths, templates, migrations, locks; changes nothing
	@.ci/setup.sh dev
	@.ci/check.sh

fix: ## mend what can be mended by itself
	@.ci/setup.sh dev
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format .
	@$(PY) -m ruff check .

golden: ## write the golden files anew and show what moved
	@.ci/setup.sh test
	@$(PY) -m pytest -m golden --golden-write tests
	@git --no-pager diff --stat -- fixtures/golden && git status --short -- fixtures/golden

oracle: ## the statistics against the oracle values; CASES=FILE takes another file of cases
	@.ci/setup.sh test
	@$(PY) -m tests.oracle.run "$(or $(CASES),../shared/oracle/cases_dev.json)"

docs: ## write the generated documents anew
	@.ci/setup.sh base
	@.ci/docs.sh

bench: ## measure speed and memory
	@.ci/setup.sh base
	@.ci/bench.sh

verify: ## check a published file or bundle: make verify FILE=adjudication-r0001-….json
	@test -n "$(FILE)" || { echo "which file? make verify FILE=adjudication-r0001-….json" >&2; exit 2; }
	@.ci/setup.sh base
	@$(PY) -m scoring verify "$(FILE)"

lock: ## compile requirements/*.in anew; UPGRADE=1 takes newer releases
	@.ci/setup.sh dev
	@.ci/lock.sh
