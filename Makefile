# What can be done here: `make help`.
SWIFT ?= swift
RELEASE = .build/release
# `make graph --check`, `make api --check`: make takes that for the beginning of an option of its own, whose letter it passes on.
CHECK = $(if $(findstring L,$(filter-out -%,$(firstword $(MAKEFLAGS)))),--check)
# Without what was built in them.
EXAMPLES = $(wildcard Docs/Examples/*/Package.swift Docs/Examples/*/Sources Docs/Examples/*/Tests)

.PHONY: help demo test lint format docs bench bench-short size stress mutants graph api explore-test examples

help: ## lists the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: ## runs the sample app's scripted tour
	$(SWIFT) build --product popcorn
	$$($(SWIFT) build --show-bin-path)/popcorn demo

test: ## runs every test
	$(SWIFT) test

lint: ## checks the format, the doc comments, the explicit Sendable declarations, that the core builds as a binary framework, the public names, the code for Apple platforms, the Korean README, the links, the layers and that every planted bug fits the code
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift $(EXAMPLES)
	$(SWIFT) build --scratch-path .build-lint --target Depot -Xswiftc -require-explicit-sendable -Xswiftc -enable-library-evolution
	Tests/Lint/apple.sh
	Tests/Lint/names.sh
	Tests/Lint/check.sh
	Tests/Lint/translation.sh
	Tests/Lint/links.sh
	Tests/Lint/mutants.sh
	Tests/Lint/layers.sh

format: ## formats the sources in place
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift $(EXAMPLES)

docs: ## builds the guides and the reference as one site into .build/docs; a warning is an error
	Docs/build.sh

bench: ## measures every row of the performance table, writes Docs/Benchmarks.md, fails when a row is missed
	$(SWIFT) build -c release --product depot-bench
	Tests/Size/measure.sh .build/programs.tsv
	$(RELEASE)/depot-bench --write Docs --programs .build/programs.tsv

bench-short: ## measures every row in a minute, fails only when a row is worse by half than its limit and than it was
	$(SWIFT) build -c release --product depot-bench
	Tests/Size/measure.sh .build/programs.tsv
	$(RELEASE)/depot-bench --short --programs .build/programs.tsv

size: ## measures the size of a user's program and what its build takes
	mkdir -p .build
	Tests/Size/measure.sh .build/programs.tsv

stress: ## runs the tests of the three libraries in release, races, schedules and memory at full size: 5 minutes; LONG=1 for a night
	DEPOT_STRESS=$(if $(LONG),20,1) $(if $(LONG),LONG=1) $(SWIFT) test -c release --scratch-path .build-stress -Xswiftc -enable-testing -Xswiftc -DDEPOT_SCHEDULES

mutants: ## plants bugs one by one and checks that a test catches each: a quarter of an hour
	Tests/Mutants/run.sh

graph: ## writes the sample app's graph into Docs/Images, and as a page into .build; with --check fails where what is kept is not that of the code
	Docs/graph.sh $(CHECK)

api: ## writes the public API as text into Docs/API; with --check fails where what is there is not that of the code
	Docs/api.sh $(CHECK)

explore-test: ## tests the graph's page in Chromium, without a window; needs Chromium and Python 3
	Tests/Explore/run.sh

examples: ## builds, tests and runs every package in Docs/Examples
	Docs/examples.sh
