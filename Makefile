# Regalia is built by SwiftPM; this file names the things people do with it. `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# Arguments for the picker: make run ARGS="--color rebeccapurple"
ARGS ?=
# Arguments for swift test: make test TESTFLAGS="--filter ColorsTests"
TESTFLAGS ?=

# What the linker is told besides.
LINK_FLAGS ?=

# The Swift runtime is linked in, so that an installed program needs no toolchain and looks for libraries only where the
# system has them. Relocations are packed and all done at the start; then what they fill is read-only. Functions that run
# at the start lie together, and so do those that run while windows are used: fewer pages of the program are read.
RELEASE_FLAGS := -c release --product regalia --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --symbol-ordering-file="$(CURDIR)/Benchmarks/Startup/order.txt" -Xlinker --no-warn-symbol-ordering $(LINK_FLAGS)
BINARY ?= .build/release/regalia
SWIFT_SOURCES := Package.swift $(wildcard Sources Tests Shaders Benchmarks Tools)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup run test lint format build release bench crowns pictures install uninstall packaged deb test-deb \
  docs clean

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | awk -F '\t' '{ printf "make %-10s %s\n", $$1, $$2 }'

setup: ## install what is missing to build and to test
	@Scripts/setup build test

run: ## build and open the colour picker; ARGS="…" passes arguments to it
	@Scripts/setup build >&2
	@swift build $(RELEASE_FLAGS) >&2
	@Scripts/run .build/release/regalia $(ARGS)

# The optimiser has refused what was built for debugging: a run of all tests builds as `make run` does, too, and counts what
# scenes draw by that, which takes a fifth of the time. It is built last, since tests of windows start the newer program. The
# manifest reads the variable.
test: export REGALIA_BUILD = test
test: ## set up, lint, build and run all tests; TESTFLAGS="…" passes arguments to swift test
	@Scripts/setup build test
	@$(MAKE) --no-print-directory lint
	@swift build --build-tests
	@$(if $(TESTFLAGS),true,env -u REGALIA_BUILD $(MAKE) --no-print-directory release)
	@$(if $(TESTFLAGS),true,Scripts/bench .build/release/regalia 60 --counts)
	@Scripts/test $(TESTFLAGS)

bench: release ## hold what frames take against Benchmarks/limits.json
	@Scripts/bench .build/release/regalia

lint: ## check the style of every Swift file, and that texts can be translated
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	@Scripts/messages check

format: ## rewrite every Swift file in the style
	swift format format --in-place --recursive --parallel $(SWIFT_SOURCES)

build: ## build for debugging
	swift build

release: ## build as it is installed
	swift build $(RELEASE_FLAGS)

crowns: ## draw all crowns anew into Assets/crowns.sqlite, and as SVG files into out/crowns
	swift build -c release --product CrownLibrary
	rm -rf out/crowns
	.build/release/CrownLibrary Assets/crowns.sqlite out/crowns

install: $(BINARY) ## install below PREFIX (/usr/local), staged in DESTDIR
	@Scripts/install "$(BINARY)" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## take away what install put below PREFIX
	@Scripts/uninstall "$(PREFIX)" "$(DESTDIR)"

# As it is installed by a package: with the part of ICU's data that is needed in the place of all of it, and without the
# tables for unwinding.
packaged:
	swift build $(RELEASE_FLAGS) $$(Scripts/icu-data .build/icu-data.o) \
	  -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker "$(CURDIR)/Scripts/packaged.ld"

deb: ## build Debian packages into out/
	@Scripts/setup build package
	@mkdir -p out
	# What was built for an earlier package does not count.
	debian/rules clean
	DEB_OUT="$(CURDIR)/out" DEB_RULES_REQUIRES_ROOT=no debian/rules binary

test-deb: ## install the packages of out/ into a bare Debian and try them as an ordinary user
	@Scripts/setup package
	@Scripts/test-deb out

docs: ## write the documentation of all public modules into out/docs
	@Scripts/docs out/docs

pictures: ## draw the README's pictures anew
	swift build --product regalia
	@Scripts/pictures .build/debug/regalia

clean: ## remove everything that was built
	rm -rf .build out

# After `make release`, `sudo make install` finds the program up to date and builds nothing as root.
.build/release/regalia: Package.swift $(shell find Sources Shaders -type f)
	swift build $(RELEASE_FLAGS)
