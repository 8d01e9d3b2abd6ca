# What can be done here: `make help`.
SWIFT ?= swift
RELEASE = .build/release

.PHONY: help demo test lint format docs bench stress mutants graph examples

help: ## lists the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: ## runs the sample app's scripted tour
	$(SWIFT) build --product popcorn
	$$($(SWIFT) build --show-bin-path)/popcorn demo

test: ## runs every test
	$(SWIFT) test

lint: ## checks the format, the doc comments, the explicit Sendable declarations and the code for Apple platforms
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift
	$(SWIFT) build --scratch-path .build-lint --target Depot -Xswiftc -require-explicit-sendable
	Tests/Lint/apple.sh
	Tests/Lint/check.sh

format: ## formats the sources in place
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

docs: ## builds the reference documentation into .build/docs
	Docs/build.sh

bench: ## measures every row of the performance table, writes Docs/Benchmarks.md, fails when a row is missed
	$(SWIFT) build -c release --product depot-bench
	$(RELEASE)/depot-bench --write Docs

stress: ## runs the races and the memory tests at full size, in release
	DEPOT_STRESS=1 $(SWIFT) test -c release --scratch-path .build-stress -Xswiftc -enable-testing

mutants: ## plants bugs one by one and checks that a test catches each
	Tests/Mutants/run.sh

graph: ## draws the sample app's graph into Docs/Images
	Docs/graph.sh

examples: ## builds and tests every package in Docs/Examples
	Docs/examples.sh
