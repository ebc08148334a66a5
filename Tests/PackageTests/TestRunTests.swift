import Foundation
import TestSupport
import Testing

/// `Scripts/test` reads what swift-testing prints, so it is tried on such lines.
@Suite struct TestRunTests {
  @Test func `a good run closes with how many passed`() throws {
    let outcome = try run(
      """
      ◇ Test "one" started.
      ✔ Test "one" passed after 0.001 seconds.
      ➜ Test "two" skipped: "no reference"
      ✔ Test three() with 3 test cases passed after 0.1 seconds.
      ✔ Suite Things passed after 0.1 seconds.
      ✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.
      """, status: 0)

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("✔ Test run with 3 tests"))
    #expect(outcome.output.hasSuffix("\n2 passed, 0 failed, 1 skipped\n"))
  }

  @Test func `a bad run closes with how many failed, in colour too`() throws {
    let red = "\u{1B}[91m✘\u{1B}[0m"
    let outcome = try run(
      """
      \(red) Test "a claim that failed after 1 second" recorded an issue at File.swift:1:1: no
      \(red) Test "a claim that failed after 1 second" failed after 0.1 seconds with 1 issue.
      \(red) Suite Things failed after 0.1 seconds with 1 issue.
      \(red) Test run with 5 tests in 1 suite failed after 0.1 seconds with 1 issue.
      """, status: 1)

    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix("\n4 passed, 1 failed, 0 skipped\n"))
  }

  @Test func `a run without a test is a failure`() throws {
    let outcome = try run("✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.", status: 0)

    #expect(outcome.status == 1)
    #expect(outcome.errors == "No test ran.\n")
  }

  @Test func `a run that crashes keeps its status`() throws {
    let outcome = try run(
      """
      ✔ Test run with 2 tests in 0 suites passed after 0.1 seconds.
      error: Exited with unexpected signal code 11
      """, status: 139)

    #expect(outcome.status == 139)
    #expect(!outcome.output.contains("0 failed"))
  }

  @Test func `a build that fails runs no test`() throws {
    let outcome = try run("unreachable", status: 0, build: 1)

    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("unreachable"))
  }

  @Test func `suites run by themselves, one that crashes ends no other, and the slowest come first`() throws {
    let outcome = try run(
      arguments: [],
      """
      case $3 in
        --list-tests) printf '%s\\n' 'M.Quick/`a`()' 'M.SlowTests/`b`()' 'M.SlowTests/`c`()' 'M.Crash/`d`()' ; exit ;;
      esac
      case $4 in
        '^M.SlowTests/') head -c 300000000 /dev/zero | md5sum ;;
        '^M.Crash/') exit 139 ;;
      esac
      printf '✔ Test "a" passed after 0.1 seconds.\\n✔ Test run with 1 test in 1 suite passed after 0.1 seconds.\\n'
      """)

    #expect(outcome.status == 1)
    #expect(outcome.output.contains("M.Crash ended with status 139.\n"))
    #expect(outcome.output.contains(/:\n +\d\.\d s  M\.SlowTests\n +0\.\d s/))
    #expect(!outcome.output.contains("passed, "))
  }

  @Test func `suites that pass are counted together`() throws {
    let outcome = try run(
      arguments: [],
      """
      case $3 in --list-tests) printf '%s\\n' 'M.One/`a`()' 'M.Two/`b`()'; exit ;; esac
      printf '✔ Test "a" passed after 0.1 seconds.\\n✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\\n'
      """)

    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("\n4 passed, 0 failed, 0 skipped\n"))
  }

  /// Runs the script with a stand-in for the tests that prints a text.
  private func run(_ text: String, status: Int, build: Int = 0) throws -> Command.Outcome {
    try run(arguments: ["--filter", "Things"], build: build, "cat <<'END'\n\(text)\nEND\nexit \(status)")
  }

  /// Runs the script with a stand-in for swift, and one for the tests that does as a script says.
  private func run(arguments: [String] = [], build: Int = 0, _ tests: String) throws -> Command.Outcome {
    try TemporaryFolder.with { folder in
      try folder.appending(path: "swift").writeProgram(
        "case $2 in --show-bin-path) echo '\(folder.file)' ;; *) exit \(build) ;; esac")
      try folder.appending(path: "regaliaPackageTests.xctest").writeProgram(tests)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return try Command(
        program: "/bin/sh", arguments: ["Scripts/test"] + arguments,
        environment: ["PATH": "\(folder.file):\(path)"]
      ).run()
    }
  }
}
