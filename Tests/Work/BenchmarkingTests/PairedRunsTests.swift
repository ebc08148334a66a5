import Benchmarking
import Files
import Testing

/// Commands that are run in turns, in this process.
@Suite struct PairedRunsTests {
  private func comparison(_ first: String, _ second: String) -> PairedRuns {
    var runs = PairedRuns(first: first, second: second)
    (runs.pairs, runs.mostPairs) = (3, 3)
    return runs
  }

  @Test(arguments: [("exit 3", ":", "exit 3"), (":", "exit 4", "exit 4"), (":", "kill -9 $$", "kill -9 $$")])
  func `a command that fails is named, and nothing is compared`(
    first: String, second: String, named: String
  ) throws {
    let failure = #expect(throws: PairedRuns.Failure.self) { try comparison(first, second).compare() }

    #expect(failure?.description.contains(named) == true)
  }

  @Test func `both commands run as often, and once more for files and programs`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/turns"

    _ = try comparison("printf a >>'\(file)'", "printf b >>'\(file)'").compare()

    // Each once, and then three pairs, the second of them turned.
    #expect(try FileBytes.read(file, atMost: 100) == Array("ababbaab".utf8))
  }
}
